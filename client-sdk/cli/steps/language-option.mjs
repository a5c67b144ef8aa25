// @ts-check

/** @type {Record<string, import('../common/arguments.mjs').OptionDefinition>} */
export const LANGUAGE_OPTION = {
  language: { type: 'string', value: 'CODE', help: 'en, bn or hi' },
};
