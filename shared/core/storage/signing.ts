import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { MAX_UPLOAD_BYTES } from '#contract/uploads.ts';

/** A file of a project. */
export interface ProjectFile {
  artifactKey: string;
  file: string;
  /** Name of the download, without a path. */
  name: string;
}

/** What must still hold when a link is opened. It ends with its session, its project, or their sharing. */
export interface LinkOwner {
  sessionId: string;
  projectId: string;
  /** The project's `links_version` when the link was made. */
  version: number;
}

export interface SignedFile extends ProjectFile, LinkOwner {
  /** The expiry time, in Unix seconds. */
  expires: number;
}

type FileQuery = Record<'k' | 'f' | 'n' | 'p' | 'a' | 's', string> & { v: number; e: number };

export interface Signer {
  /** Signs links that end with this session. */
  of(sessionId: string): FileSigner;
  /**
   * Returns the file that a query requests, or why it is refused. Does not check whether its owner still has
   * it.
   */
  verify(query: FileQuery): SignedFile | 'forged' | 'expired';
}

export interface FileSigner {
  /** Returns a path on this server that answers GET, HEAD and Range requests until it expires. */
  sign(project: { id: string; linksVersion: number }, file: ProjectFile, ttlSeconds: number): string;
}

export interface SignedUpload {
  objectId: string;
  /** The expiry time, in Unix seconds. */
  expires: number;
  /** The announced size and media type. The file must match them. */
  bytes: number | null;
  type: string | null;
}

export interface UploadSigner {
  /** Returns a path on this server that accepts one PUT request until it expires. */
  sign(upload: Omit<SignedUpload, 'expires'>, ttlSeconds: number): string;
  /** Returns the upload that a link with this query permits, or the reason for its refusal. */
  verify(
    objectId: string,
    query: { e: number; l?: number | undefined; t?: string | undefined; s: string },
  ): SignedUpload | 'forged' | 'expired';
}

/** The lifetime of an upload link, in seconds. */
export const UPLOAD_LINK_TTL = 900;
/** The lifetime of a finalVideoLink, in seconds. */
export const FILM_LINK_TTL = 3600;

export function createSigner(secret: string, now: () => number = Date.now): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom signed links', 32));
  const mac = (file: SignedFile) => {
    const { artifactKey, name, sessionId, projectId, version, expires } = file;
    return createHmac('sha256', key)
      .update(JSON.stringify(['GET', artifactKey, file.file, name, sessionId, projectId, version, expires]))
      .digest('base64url');
  };
  return {
    of: (sessionId) => ({
      sign({ id: projectId, linksVersion: version }, file, ttlSeconds) {
        const expires = Math.floor(now() / 1000) + ttlSeconds;
        const query = new URLSearchParams({
          k: file.artifactKey,
          f: file.file,
          n: file.name,
          p: projectId,
          v: String(version),
          a: sessionId,
          e: String(expires),
          s: mac({ ...file, sessionId, projectId, version, expires }),
        });
        return `/media/signed?${query}`;
      },
    }),
    verify({ k, f, n, p, v, a, e, s }) {
      const owner = { sessionId: a, projectId: p, version: v };
      const file = { artifactKey: k, file: f, name: n, ...owner, expires: e };
      // Compared as text, not as bytes: the last character of base64url has spare bits.
      const expected = Buffer.from(mac(file));
      const received = Buffer.from(s);
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';
      return e * 1000 <= now() ? 'expired' : file;
    },
  };
}

/**
 * Nodes of the previous version would report a file that is larger than section media as never usable. With
 * this method they report an invalid link, after which the page can retry at another node.
 */
const methodOf = (bytes: number | null) => ((bytes ?? 0) > MAX_UPLOAD_BYTES ? 'PUT video' : 'PUT');

/** Upload links have their own key: a link of one kind is never valid as another. */
export function createUploadSigner(secret: string, now: () => number = Date.now): UploadSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom signed uploads', 32));
  const mac = ({ objectId, expires, bytes, type }: SignedUpload) =>
    createHmac('sha256', key)
      .update(JSON.stringify([methodOf(bytes), objectId, expires, bytes, type]))
      .digest('base64url');
  return {
    sign(upload, ttlSeconds) {
      const expires = Math.floor(now() / 1000) + ttlSeconds;
      const query = new URLSearchParams({
        e: String(expires),
        ...(upload.bytes !== null && { l: String(upload.bytes) }),
        ...(upload.type !== null && { t: upload.type }),
        s: mac({ ...upload, expires }),
      });
      return `/media/uploads/${upload.objectId}?${query}`;
    },
    verify(objectId, { e, l = null, t = null, s }) {
      const upload = { objectId, expires: e, bytes: l, type: t };
      const expected = Buffer.from(mac(upload));
      const received = Buffer.from(s);
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';
      return e * 1000 <= now() ? 'expired' : upload;
    },
  };
}
