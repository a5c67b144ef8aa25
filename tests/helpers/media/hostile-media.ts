import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { ffmpeg } from './lavfi.ts';

/** The targets of hostile files: a film beside our folder, and a listener on this machine. */
export interface Canaries {
  film: string;
  url: string;
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=10:d=6', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=r=16000:d=6', '-c:a', 'aac'];

/** Returns texts that name other files, which some demuxer of ffmpeg would open. */
export function scripts({ film, url }: Canaries): Record<string, string> {
  const hls = (target: string) =>
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:6,\n${target}\n#EXT-X-ENDLIST\n`;
  return {
    'hls of a file.mp4': hls(film),
    'hls of a file url.mkv': hls(`file://${film}`),
    'hls of a server.ts': hls(`${url}/segment.ts`),
    'hls by concat.mp4': hls(`concat:${film}|${url}/a.ts`),
    'hls by subfile.avi': hls(`subfile,,start,0,end,0,,:${film}`),
    'hls by crypto.mp4': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"\n#EXTINF:6,\n${film}\n`,
    'hls variants.webm': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}/variant.m3u8\n`,
    'dash.mp4': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT6S"><Period><BaseURL>${url}/</BaseURL><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${film}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'smooth streaming.mp4': `<SmoothStreamingMedia MajorVersion="2" Duration="60"><StreamIndex Type="video" Url="${url}/{start time}"/></SmoothStreamingMedia>`,
    'concat.mp4': `ffconcat version 1.0\nfile '${film}'\n`,
    'concat with options.mov': `ffconcat version 1.0\nfile '${url}/a.mp4'\noption safe 0\n`,
    'smil.mp4': `<smil><body><video src="${film}"/><ref src="${url}/a.mp4"/></body></smil>`,
    'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file://${film}"/><image href="${url}/a.png"/></svg>`,
    'drawing.png': `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/a.png"/></svg>`,
    'session.mp4': `v=0\nc=IN IP4 127.0.0.1\nm=video ${new URL(url).port} RTP/AVP 96\n`,
    'address.mp4': `[InternetShortcut]\nURL=${url}/a.mp4\n`,
    'redirector.mp4': `RTSPtextRTSP://127.0.0.1:${new URL(url).port}/a\n`,
    'picture list.mp4': `# ImageMagick\npush graphic-context\nimage over 0,0 9,9 '${url}/a.png'\n`,
    'page.mp4': `<!doctype html><script>fetch(${JSON.stringify(url)})</script>`,
    'protocol.mp4': `data:video/mp4;base64,AAAA`,
  };
}

/** Returns files of which no demuxer should make a film, or only at an unacceptable cost. */
export async function monsters(
  at: (name: string) => string,
  canaries: Canaries,
): Promise<Record<string, Buffer>> {
  const make = async (name: string, ...args: string[]) => {
    await ffmpeg(...args, at(name));
    return readFile(at(name));
  };
  const whole = await make('whole.mp4', ...PICTURE, '-movflags', '+faststart');
  const late = await make('late.mp4', ...PICTURE);
  const mkv = await make('whole.mkv', ...PICTURE);
  const png = await make('whole.png', '-f', 'lavfi', '-i', 'testsrc2=s=64x64', '-frames:v', '1');
  const hours = ['-f', 'lavfi', '-i', 'color=s=64x64:r=1/9000:d=360000', '-c:v', 'libx264'];
  const streams = Array.from({ length: 1000 }, () => ['-map', '0:v']).flat();
  const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), Buffer.alloc(4000, 'x')]);
  return {
    'vast.png': hugePng(16_000),
    'vast.jpg': patched(await make('small.jpg', '-f', 'lavfi', '-i', 'color=s=64x64', '-frames:v', '1'), [
      { after: Buffer.from('ffc0', 'hex'), skip: 3, bytes: Buffer.from('fffffffe', 'hex') },
    ]),
    'hundred hours.mp4': await make('hours.mp4', ...hours),
    'hundred hours.mkv': await make('hours.mkv', ...hours),
    'thousand streams.mkv': await make('streams.mkv', '-i', at('whole.mkv'), ...streams, '-c', 'copy'),
    'archive.mp4': zip,
    'archive before a film.mp4': Buffer.concat([zip, whole]),
    'packed film.mp4': gzipSync(whole),
    'bomb.png': Buffer.concat([png.subarray(0, 8), deflateSync(Buffer.alloc(50_000_000))]),
    'avi with a playlist.avi': aviWithSubtitles(scripts(canaries)['hls of a server.ts']!),
    'half.mp4': whole.subarray(0, whole.length / 2),
    'half with its index last.mp4': late.subarray(0, late.length / 2),
    'half.mkv': mkv.subarray(0, mkv.length / 2),
    'half.png': png.subarray(0, 40),
    'index of zeros.mp4': patched(whole, [{ after: 'stsz', skip: 12, bytes: Buffer.alloc(200) }]),
    'index of nonsense.mp4': patched(whole, [{ after: 'stco', skip: 8, bytes: Buffer.alloc(40, 0xff) }]),
    'media that claims to be longer.mp4': patched(whole, [
      { after: 'mdat', skip: -8, bytes: Buffer.from('00400000', 'hex') },
    ]),
    'zeros.mp4': Buffer.alloc(100_000),
  };
}

/**
 * Returns odd files of which a film can be made despite their claims, within their stated length and at its
 * cost.
 */
export async function oddities(at: (name: string) => string): Promise<Record<string, Buffer>> {
  const make = async (name: string, ...args: string[]) => {
    await ffmpeg(...args, at(name));
    return readFile(at(name));
  };
  const one = ['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=10:d=1', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
  const gap = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=96x64:r=1/359999:d=720000',
    '-frames:v',
    '2',
    '-c:v',
    'libx264',
  ];
  const lying = patched(await make('gap.mkv', ...gap), [
    { after: Buffer.from('4489', 'hex'), skip: 1, bytes: float64(1000) },
    { after: Buffer.from('4487', 'hex'), skip: 1, bytes: Buffer.from('00:00:01.000000000\0') },
  ]);
  const bomb = Array.from(
    { length: 60_000 },
    (_, i) => `${i + 1}\n00:00:00,${100 + (i % 800)} --> 00:00:00,950\n`,
  );
  await writeFile(at('bomb.srt'), bomb.map((cue) => `${cue}${'bread '.repeat(20)}\n`).join('\n'));
  const carried = ['-i', at('bomb.srt'), '-map', '0', '-map', '1'];
  return {
    'a picture a hundred hours after the told end.mkv': lying,
    'ten thousand pictures a second.mp4': await make(
      'rate.mp4',
      '-f',
      'lavfi',
      '-i',
      'color=s=64x64:r=10000:d=1',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
    ),
    'times before zero.mkv': await make(
      'before.mkv',
      ...one,
      '-output_ts_offset',
      '-0.5',
      '-avoid_negative_ts',
      '0',
    ),
    'times after a day.ts': await make('after.ts', ...one, '-output_ts_offset', '86400'),
    'a bomb of subtitles.mp4': await make('bomb.mp4', ...one.slice(0, 4), ...carried, '-c:s', 'mov_text'),
    'a bomb of subtitles.mkv': await make('bomb.mkv', ...one.slice(0, 4), ...carried, '-c:s', 'srt'),
    'film and archive.mp4': Buffer.concat([
      await make('one.mp4', ...one, '-movflags', '+faststart'),
      freeBox(Buffer.from('PK\x03\x04'.repeat(500), 'latin1')),
    ]),
    'long sound.mp4': await make('sound.mp4', ...one.slice(0, 4), ...SOUND),
  };
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function freeBox(data: Buffer): Buffer {
  const head = Buffer.from('\0\0\0\0free', 'latin1');
  head.writeUInt32BE(data.length + 8);
  return Buffer.concat([head, data]);
}

/** Returns a copy with bytes overwritten at a distance after these marks. */
function patched(file: Buffer, changes: { after: string | Buffer; skip: number; bytes: Buffer }[]): Buffer {
  const copy = Buffer.from(file);
  for (const { after, skip, bytes } of changes) {
    const at = copy.indexOf(after);
    if (at < 0) throw new Error(`There is no ${after.toString('latin1')} in this file.`);
    bytes.copy(copy, at + after.length + skip);
  }
  return copy;
}

/** Returns a PNG whose header claims this many pixels per side, with almost no data. */
export function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(2000)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Returns an AVI whose subtitle stream (GAB2) contains this text. Old versions of ffmpeg opened it as any
 * format. Its only frame cannot be decoded.
 */
function aviWithSubtitles(text: string): Buffer {
  const chunk = (id: string, data: Buffer) => {
    const head = Buffer.from(`${id}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const list = (type: string, ...parts: Buffer[]) =>
    chunk('LIST', Buffer.concat([Buffer.from(type, 'latin1'), ...parts]));
  const stream = (type: string, handler: string, format: Buffer) => {
    const head = Buffer.alloc(56);
    head.write(type + handler, 0, 'latin1');
    head.writeUInt32LE(1, 20);
    head.writeUInt32LE(10, 24);
    head.writeUInt32LE(60, 32);
    return list('strl', chunk('strh', head), chunk('strf', format));
  };
  const main = Buffer.alloc(56);
  main.writeUInt32LE(100_000, 0);
  main.writeUInt32LE(60, 16);
  main.writeUInt32LE(2, 24);
  main.writeUInt32LE(64, 32);
  main.writeUInt32LE(64, 36);
  const picture = Buffer.alloc(40);
  picture.writeUInt32LE(40, 0);
  picture.writeInt32LE(64, 4);
  picture.writeInt32LE(64, 8);
  picture.write('MJPG', 16, 'latin1');
  const body = Buffer.from(text);
  const gab2 = Buffer.alloc(17);
  gab2.write('GAB2\0', 0, 'latin1');
  gab2.writeUInt16LE(2, 5);
  gab2.writeUInt16LE(4, 11);
  gab2.writeUInt32LE(body.length, 13);
  const pictures = chunk('00dc', Buffer.alloc(64));
  const parts = [
    list(
      'hdrl',
      chunk('avih', main),
      stream('vids', 'MJPG', picture),
      stream('txts', '\0\0\0\0', Buffer.alloc(0)),
    ),
    list('movi', chunk('01tx', Buffer.concat([gab2, body])), pictures),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), ...parts]));
}
