/**
 * The upload messages, word for word from product.md 8.51 to 8.62, under Uppy's keys. Messages that this page
 * never shows are marked; they are included so that all wording is in one file. Multipart uploads have no
 * messages, since a file is sent by one request.
 */
export const UPLOAD_LOCALE = {
  strings: {
    failedToUpload: 'Failed to upload %{file}',
    noInternetConnection: 'No Internet connection',
    connectedToInternet: 'Connected to the Internet',
    uploadStalled: 'Upload has not made any progress for %{seconds} seconds. You may want to retry it.',
    youCanOnlyUploadX: {
      0: 'You can only upload %{smart_count} file',
      1: 'You can only upload %{smart_count} files',
    },
    exceedsSize: '%{file} exceeds maximum allowed size of %{size}',
    inferiorSize: 'This file is smaller than the allowed size of %{size}',
    youCanOnlyUploadFileTypes: 'You can only upload: %{types}',
    noDuplicates: "Cannot add the duplicate file '%{fileName}', it already exists",
    aggregateExceedsSize: 'You selected %{size} of files, but maximum allowed size is %{sizeAllowed}',
    youHaveToAtLeastSelectX: {
      0: 'You have to select at least %{smart_count} file',
      1: 'You have to select at least %{smart_count} files',
    },
    missingRequiredMetaField: 'Missing required meta fields',
    noMoreFilesAllowed: 'Cannot add more files',
    additionalRestrictionsFailed: '%{count} additional restrictions were not fulfilled',

    // Never shown: files come only from this device, never through a Companion server.
    companionError: 'Connection with Companion failed',
  },
  pluralize: (count: number) => (count === 1 ? 0 : 1),
};
