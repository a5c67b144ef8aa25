/**
 * A model could not be downloaded, unpacked or imported. The message is a sentence for the user or operator.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** The error of a full disk, worded for a page. */
export const noRoomFor = (name: string, cause: unknown): ModelError =>
  new ModelError(`The disk of the models has no room for ${name}.`, { cause });
