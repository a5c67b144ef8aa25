import { readFile, writeFile } from 'node:fs/promises';
import { ffmpeg } from './lavfi.ts';

type Color = readonly [red: number, green: number, blue: number];
export const WHITE: Color = [255, 255, 255];
export const RED: Color = [200, 60, 40];
export const BLUE: Color = [40, 60, 200];
const GREY_OF_RED: Color = [88, 88, 88];
const GREY_OF_BLUE: Color = [65, 65, 65];
const BLACK: Color = [0, 0, 0];

export interface OddSource {
  name: string;
  file: string;
  /** The demuxer of an image file; absent for a video. */
  imageFormat?: string;
  make(path: string): Promise<void>;
  /** The colours in the middle of the top left, the bottom left and the right of the displayed frame. */
  seen: { topLeft: Color; left: Color; right: Color };
  /** The tolerance of a colour, 0 to 255. */
  tolerance: number;
  /** Width by height of the displayed frame. */
  shape: number;
}

const WIDTH = 96;
const HEIGHT = 64;
const PLAIN = { topLeft: WHITE, left: RED, right: BLUE };
const GREY = { topLeft: WHITE, left: GREY_OF_RED, right: GREY_OF_BLUE };

/** Red on the left, blue on the right, the upper left quarter white. */
export const picture = (width = WIDTH, height = HEIGHT, seconds = 0.5) =>
  [
    `color=c=0xC83C28:r=30:d=${seconds},format=gbrp,scale=${width}:${height},setsar=1`,
    "geq=r='if(lt(X,W/2),if(lt(Y,H/2),255,200),40)':g='if(lt(X,W/2)*lt(Y,H/2),255,60)':b='if(lt(X,W/2),if(lt(Y,H/2),255,40),200)'",
  ].join(',');

/** Converts RGB to pixels in this matrix and range. */
const to = (matrix: string, format = 'yuv420p', range = 'tv') =>
  `scale=out_color_matrix=${matrix}:out_range=${range},format=${format}`;
const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '5'];
const tags = (matrix: string, transfer = matrix, primaries = matrix) => [
  '-colorspace',
  matrix,
  '-color_trc',
  transfer,
  '-color_primaries',
  primaries,
];
const input = (source = picture()) => ['-f', 'lavfi', '-i', source];

function video(
  name: string,
  ending: string,
  args: string[],
  more: Partial<OddSource> & { source?: string } = {},
): OddSource {
  const { source, ...rest } = more;
  return {
    name,
    file: `${name.replaceAll(' ', '-')}.${ending}`,
    make: (path) => ffmpeg(...input(source), ...args, path),
    seen: PLAIN,
    tolerance: 14,
    shape: WIDTH / HEIGHT,
    ...rest,
  };
}

const still = (name: string, ending: string, args: string[], more: Partial<OddSource> = {}): OddSource =>
  video(name, ending, [...args, '-frames:v', '1', '-update', '1'], {
    imageFormat: { jpg: 'jpeg_pipe', png: 'png_pipe', webp: 'webp_pipe' }[ending],
    ...more,
  });

/**
 * Its right half is transparent, so that black shows through. Its colours there are those of the opaque
 * image.
 */
const CLEAR = "format=gbrap,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='if(lt(X,W/2),255,0)'";
const CLEARED = { seen: { ...PLAIN, right: BLACK } };
const toHdr = (transfer: string) =>
  `zscale=tin=bt709:pin=bt709:min=gbr:t=${transfer}:p=bt2020:m=bt2020nc:r=tv:npl=203,format=yuv420p10le`;
const x265 = (transfer: string) => [
  '-c:v',
  'libx265',
  '-preset',
  'ultrafast',
  '-tag:v',
  'hvc1',
  '-x265-params',
  `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc:hdr10=1:chromaloc=2:max-cll=1000,400:` +
    'master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)',
];
/** Bright HDR colours are toned down, so hues are compared instead of exact values. */
const HDR = { tolerance: 60 };

/** Videos and images as cameras, programs and sites make them, each exceptional in one way. */
export const ODD_SOURCES: OddSource[] = [
  video('ordinary', 'mp4', ['-vf', to('bt709'), ...X264, ...tags('bt709')]),
  video('chroma topleft', 'mp4', [
    '-vf',
    to('smpte170m'),
    ...X264,
    ...tags('smpte170m', 'bt709'),
    '-chroma_sample_location',
    'topleft',
  ]),
  video('full range', 'mp4', ['-vf', to('bt709', 'yuvj420p', 'pc'), ...X264, ...tags('bt709')]),
  video('smpte240m', 'mp4', ['-vf', to('smpte240m'), ...X264, ...tags('smpte240m')]),
  video('bt601 without a tag', 'mkv', ['-vf', to('smpte170m'), ...X264]),
  video('rgb', 'mkv', ['-c:v', 'libx264rgb', '-crf', '5', '-pix_fmt', 'rgb24']),
  video('444 of 10 bit', 'mkv', ['-vf', to('bt709', 'yuv444p10le'), ...X264, ...tags('bt709')]),
  video('grey', 'mkv', ['-vf', to('bt709', 'gray'), ...X264, ...tags('bt709')], { seen: GREY }),
  video('interlaced', 'mpg', [
    '-vf',
    `${to('smpte170m')},setfield=tff`,
    '-c:v',
    'mpeg2video',
    '-q:v',
    '1',
    ...tags('smpte170m'),
    '-flags',
    '+ilme+ildct',
    '-top',
    '1',
  ]),
  video('stereo', 'mkv', [
    '-vf',
    to('bt709'),
    ...X264,
    ...tags('bt709'),
    '-x264-params',
    'frame-packing=3',
    '-metadata:s:v',
    'stereo_mode=left_right',
  ]),
  video('anamorphic', 'mp4', ['-vf', `${to('bt709')},setsar=2/1`, ...X264, ...tags('bt709')], { shape: 3 }),
  video('upright pixels', 'mp4', ['-vf', `${to('bt709')},setsar=1/2`, ...X264, ...tags('bt709')], {
    shape: 0.75,
  }),
  {
    ...video('turned', 'mp4', []),
    async make(path) {
      await ffmpeg(
        ...input(),
        '-vf',
        `transpose=cclock,${to('bt709')}`,
        ...X264,
        ...tags('bt709'),
        `${path}.mp4`,
      );
      await ffmpeg('-i', `${path}.mp4`, '-c', 'copy', '-metadata:s:v:0', 'rotate=270', path);
    },
  },
  video('pq', 'mp4', ['-vf', toHdr('smpte2084'), ...x265('smpte2084')], HDR),
  video('hlg', 'mp4', ['-vf', toHdr('arib-std-b67'), ...x265('arib-std-b67')], HDR),
  video(
    'clear prores',
    'mov',
    [
      '-vf',
      `${CLEAR},${to('smpte170m', 'yuva444p10le')}`,
      '-c:v',
      'prores_ks',
      '-profile:v',
      '4444',
      ...tags('smpte170m'),
    ],
    CLEARED,
  ),
  video(
    'clear vp9',
    'webm',
    [
      '-vf',
      `${CLEAR},${to('bt709', 'yuva420p')}`,
      '-c:v',
      'libvpx-vp9',
      '-crf',
      '5',
      '-b:v',
      '0',
      '-cpu-used',
      '8',
      ...tags('bt709'),
    ],
    CLEARED,
  ),
  video('clear animation', 'mov', ['-vf', CLEAR, '-c:v', 'qtrle', '-pix_fmt', 'argb'], CLEARED),
  video('clear gif', 'gif', ['-vf', `${CLEAR},split[a][b];[a]palettegen[p];[b][p]paletteuse`], CLEARED),
  video('uneven rate', 'mkv', [
    '-vf',
    `${to('bt709')},setpts='(N*N/9+N)/30/TB'`,
    '-fps_mode',
    'vfr',
    ...X264,
    ...tags('bt709'),
  ]),
  video('one picture', 'mp4', ['-vf', to('bt709'), '-frames:v', '1', ...X264, ...tags('bt709')]),
  video('many references', 'mp4', [
    '-vf',
    to('bt709'),
    ...X264,
    ...tags('bt709'),
    '-bf',
    '8',
    '-refs',
    '8',
    '-level',
    '5.1',
  ]),
  video('3x5', 'mkv', ['-c:v', 'ffv1', '-pix_fmt', 'bgr0'], {
    source: picture(3, 5),
    shape: 3 / 5,
    // Enlarged 144 times, one colour blends into the next.
    tolerance: 80,
  }),
  video('1x1', 'mkv', ['-c:v', 'ffv1', '-pix_fmt', 'bgr0'], {
    source: 'color=c=0xC83C28:r=30:d=0.5,format=gbrp,scale=1:1,setsar=1',
    seen: { topLeft: RED, left: RED, right: RED },
    shape: 1,
  }),
  video('33x17', 'mkv', ['-vf', to('bt709', 'yuv444p'), ...X264, ...tags('bt709')], {
    source: picture(33, 17),
    shape: 33 / 17,
  }),
  still('clear png', 'png', ['-vf', CLEAR, '-pix_fmt', 'rgba'], CLEARED),
  still('png of 16 bit', 'png', ['-pix_fmt', 'rgb48be']),
  still('clear png of 16 bit', 'png', ['-vf', CLEAR, '-pix_fmt', 'rgba64be'], CLEARED),
  still('palette png', 'png', ['-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse', '-pix_fmt', 'pal8']),
  still('grey png', 'png', ['-vf', to('bt709', 'gray', 'pc')], { seen: GREY }),
  still('grey png of 16 bit', 'png', ['-vf', to('bt709', 'gray16be', 'pc')], { seen: GREY }),
  still('grey jpeg', 'jpg', ['-vf', to('smpte170m', 'gray', 'pc'), '-q:v', '1'], {
    seen: { topLeft: WHITE, left: [100, 100, 100], right: [70, 70, 70] },
  }),
  still('webp', 'webp', ['-vf', CLEAR, '-c:v', 'libwebp', '-lossless', '1'], CLEARED),
  { ...still('cmyk jpeg', 'jpg', []), make: (path) => writeFile(path, CMYK), shape: 1 },
  {
    ...still('turned jpeg', 'jpg', []),
    async make(path) {
      const args = ['-vf', `transpose=cclock,${to('smpte170m', 'yuvj444p', 'pc')}`, '-q:v', '1'];
      await ffmpeg(...input(), ...args, '-frames:v', '1', '-update', '1', `${path}.jpg`);
      await writeFile(path, turned(await readFile(`${path}.jpg`)));
    },
  },
];

/** Returns a JPEG whose EXIF part requests a clockwise rotation by 90 degrees. */
function turned(jpeg: Buffer): Buffer {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** 32x32 in inverted CMYK with Adobe's mark, as Photoshop writes it; ffmpeg cannot. */
const CMYK = Buffer.from(
  [
    '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI',
    'CAgICAgICAgICAgICAgI/8AAFAgAIAAgBAERAAIRAAMRAAQRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//E',
    'ABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAgADAAQAAD8A9/e/vf3v4AD4zfJocQAA+zH1kHbgAPjN8mhxAAD7MD4zAAD4',
    'zD7MAAD7MD4zAAD4zD7MAAD/2Q==',
  ].join(''),
  'base64',
);
