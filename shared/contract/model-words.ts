/**
 * The name of the settings group that shows and downloads models. It is separate from the schemas, which the
 * page does not load.
 */
export const MODELS_GROUP = 'Languages on this machine';
