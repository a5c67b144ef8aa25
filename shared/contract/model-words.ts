/** The part of the settings that shows and downloads models. Apart from its schemas, which the page does not load. */
export const MODELS_GROUP = 'Languages on this machine';
