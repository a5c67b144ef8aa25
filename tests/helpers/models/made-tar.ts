import { spawnSync } from 'node:child_process';

export interface TarEntry {
  path: string;
  content?: Buffer | string;
  /** '0' is a file, '5' a folder, '2' a symbolic link; see the format. */
  type?: string;
  link?: string;
}

/** Returns a tar archive, including ones that no packer would make. */
export function makeTar(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = '0', link = '' }) => {
    const body = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write('0000644\0', 100);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\0', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** Returns the same archive compressed by bzip2. */
export function bzip2(content: Buffer): Buffer {
  const { stdout, status, error } = spawnSync('bzip2', ['-c'], { input: content, maxBuffer: 2 ** 26 });
  if (status !== 0) throw error ?? new Error('bzip2 failed');
  return stdout;
}
