/** Why a model could not be downloaded, unpacked or imported, in a sentence for whoever asked for it. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** What a full disk cannot take, in the words of a page. */
export const noRoomFor = (name: string, cause: unknown): ModelError =>
  new ModelError(`The disk of the models has no room for ${name}.`, { cause });
