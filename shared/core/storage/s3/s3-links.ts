import type { DirectLinks } from '../storage.ts';
import { loadS3, openS3Client } from './s3-client.ts';
import type { S3Config } from '../../config/objects-config.ts';
import { toStoreError } from './s3-errors.ts';
import type { S3Objects } from './s3-objects.ts';

/** Opens the links by which browsers read and write a bucket themselves. */
export async function openS3Links(config: S3Config, { client, nameOf }: S3Objects): Promise<DirectLinks> {
  const [s3, { getSignedUrl }] = await Promise.all([loadS3(), import('@aws-sdk/s3-request-presigner')]);
  const { bucket: Bucket, publicEndpoint } = config;
  /** Signs links for the host that browsers use. It sends nothing. */
  const signer =
    publicEndpoint === null ? client : await openS3Client({ ...config, endpoint: publicEndpoint });

  /** The clock of the store, as far as its answers corrected ours. */
  const signingDate = () => new Date(Date.now() + client.config.systemClockOffset);
  async function ask<T>(key: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw toStoreError(error, config, key);
    }
  }
  const read: DirectLinks['read'] = (key, { seconds: expiresIn, type, disposition }) => {
    const command = new s3.GetObjectCommand({
      Bucket,
      Key: nameOf(key),
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
    });
    return ask(key, () => getSignedUrl(signer, command, { expiresIn, signingDate: signingDate() }));
  };
  /** A header that is not signed could be left out. */
  const signed = (bytes: number | null, type: string | null) => ({
    signableHeaders: new Set([
      'host',
      ...(bytes === null ? [] : ['content-length']),
      ...(type === null ? [] : ['content-type']),
    ]),
  });

  return {
    origin: new URL(await read('origin', { seconds: 1 })).origin,
    read,
    write(key, { seconds: expiresIn, bytes, type }) {
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: nameOf(key),
        ContentLength: bytes ?? undefined,
        ContentType: type ?? undefined,
      });
      const options = { expiresIn, signingDate: signingDate(), ...signed(bytes, type) };
      return ask(key, () => getSignedUrl(signer, command, options));
    },
    async beginParts(key) {
      const command = new s3.CreateMultipartUploadCommand({ Bucket, Key: nameOf(key) });
      const { UploadId } = await ask(key, () => client.send(command));
      return UploadId!;
    },
    writePart(key, UploadId, PartNumber, { seconds: expiresIn, bytes }) {
      const command = new s3.UploadPartCommand({
        Bucket,
        Key: nameOf(key),
        UploadId,
        PartNumber,
        ContentLength: bytes,
      });
      const options = { expiresIn, signingDate: signingDate(), ...signed(bytes, null) };
      return ask(key, () => getSignedUrl(signer, command, options));
    },
    async partsOf(key, UploadId) {
      const command = new s3.ListPartsCommand({ Bucket, Key: nameOf(key), UploadId, MaxParts: 1000 });
      const { Parts = [] } = await ask(key, () => client.send(command)).catch((error: { cause?: Error }) => {
        // It was completed or aborted meanwhile.
        if (error.cause?.name !== 'NoSuchUpload') throw error;
        return { Parts: [] };
      });
      return Parts.map((part) => ({ number: part.PartNumber!, bytes: part.Size ?? 0, etag: part.ETag! }));
    },
    async completeParts(key, UploadId, parts) {
      const Parts = parts.map(({ number: PartNumber, etag: ETag }) => ({ PartNumber, ETag }));
      const command = new s3.CompleteMultipartUploadCommand({
        Bucket,
        Key: nameOf(key),
        UploadId,
        MultipartUpload: { Parts },
      });
      await ask(key, () => client.send(command));
    },
    async abortParts(key, UploadId) {
      const command = new s3.AbortMultipartUploadCommand({ Bucket, Key: nameOf(key), UploadId });
      await client.send(command).catch(() => {});
    },
    async copy(from, to) {
      const CopySource = `${Bucket}/${nameOf(from)}`;
      const command = new s3.CopyObjectCommand({ Bucket, Key: nameOf(to), CopySource });
      await ask(from, () => client.send(command));
    },
  };
}
