import type { Bars } from '#contract/bars.ts';
import { CARD_LIGHT, isSameShape, withoutBars, ZOOM } from '#film/framing/framing.ts';
import type { Placement } from '#contract/placement.ts';
import type { VideoInfo } from '#core/ffmpeg/probe.ts';
import type { FramePart } from '#film/time/frame-parts.ts';
import { coverBox, fitInside } from '#film/framing/size.ts';

/** In pixels. */
interface Size {
  width: number;
  height: number;
}

export interface PictureCut {
  /** How long before the section the input is read, in ms of the source. */
  leadMs: number;
  /** The factor by which the video is stretched. */
  slow: number;
  /** The film's frames that come from the source. The last one is repeated for the rest. */
  movingFrames: number;
  frameRate: number;
}

/** A source frame counts as shown this long before its time: some files round timestamps to 1 ms. */
const TOLERANCE_S = 0.002;
const HD_LINES = 720;
const KNOWN_MATRICES = new Set(['bt709', 'fcc', 'bt470bg', 'smpte170m', 'smpte240m', 'bt2020nc', 'gbr']);
const IS_RGB = /rgb|bgr|gbr|pal8/;
const HDR_MATRICES = new Set(['bt709', 'bt2020nc', 'gbr']);
const HDR_PRIMARIES = new Set(['bt709', 'bt2020', 'smpte432']);
const WIDE_PRIMARIES = new Set(['bt2020', 'smpte431', 'smpte432']);
const BT2020_MATRICES = new Set(['bt2020nc', 'bt2020c']);
/** Transfer functions of standard dynamic range that zscale converts from and back to. */
const SDR_TRANSFERS = new Set([
  'bt709',
  'smpte170m',
  'bt470m',
  'bt470bg',
  'iec61966-2-1',
  'bt2020-10',
  'bt2020-12',
]);

const CONSTANT_LUMINANCE = new Set(['bt709', 'smpte170m', 'bt2020-10', 'bt2020-12']);

/**
 * Maps each frame of the film to the source frame shown at its time, starting with the frame shown at the in
 * point. `fps` uses the frame nearest to each time, so the times are moved by half a frame to make "nearest"
 * mean "shown".
 */
export function timeFilters(cut: PictureCut): string[] {
  const shift = 0.5 / cut.frameRate - TOLERANCE_S;
  const lead = cut.leadMs / 1000;
  return [
    // Repeated, since `fps` drops a last frame that ends before its first tick, such as a still image's.
    'tpad=stop_mode=clone:stop=-1',
    `setpts='((PTS*TB-${lead})*${cut.slow}+${shift.toFixed(6)})/TB'`,
    `fps=fps=${cut.frameRate}:start_time=0:round=near`,
    `trim=end_frame=${cut.movingFrames}`,
  ];
}

/** Shows only these parts of the film's frames, one directly after another. No filter if nothing is cut. */
export function cutFilters(parts: readonly FramePart[]): string[] {
  if (parts.every(({ startFrame, uncutFrame }) => startFrame === uncutFrame)) return [];
  const ranges = parts.map(({ uncutFrame, frames }) => `between(n,${uncutFrame},${uncutFrame + frames - 1})`);
  return [`select='${ranges.join('+')}'`, `setpts='N/(FRAME_RATE*TB)'`];
}

/**
 * Fits the video into the film's shape, never stretched, in BT.709, and repeats its last frame without end.
 * @param camera an expression of the visible part, if the video follows its subject
 */
export function shapeFilters(
  video: VideoInfo,
  film: Size,
  { framing, crop, bars }: Placement,
  camera?: string,
): string[] {
  const visible = withoutBars(video, bars);
  const isFilled = (framing === 'fill' || framing === 'follow') && !isSameShape(visible, film);
  const inner = isFilled ? coverBox(visible, film) : fitInside(visible, film);
  const filters = unbarredFilters(video, inner, bars);
  if (isFilled) {
    filters.push(camera ? followed(inner, film, camera) : cropFilter(film, crop));
  } else if (inner.width !== film.width || inner.height !== film.height) {
    filters.push(framing === 'blurred' ? onBlur(inner, film) : onColor(film));
  }
  filters.push('format=yuv420p', 'tpad=stop_mode=clone:stop=-1');
  return filters;
}

const cropFilter = ({ width, height }: Size, crop: number) =>
  `crop=${width}:${height}:(iw-ow)*${crop}:(ih-oh)*${crop}`;

/** Moves by single pixels: rounded to the even ones that colours need, a slow move would tremble. */
function followed(inner: Size, { width, height }: Size, camera: string): string {
  const along = inner.width - width > inner.height - height ? 'x' : 'y';
  const x = along === 'x' ? `round((iw-ow)*${camera})` : '(iw-ow)/2';
  const y = along === 'y' ? `round((ih-oh)*${camera})` : '(ih-oh)/2';
  return `crop=w=${width}:h=${height}:x='${x}':y='${y}':exact=1`;
}

/** Scales a source's video so that the part between its bars has this size in pixels, and crops that part. */
function unbarredFilters(
  video: VideoInfo,
  size: Size,
  bars: Bars | undefined,
  format?: 'yuv420p' | 'yuv444p',
): string[] {
  if (!bars) return scaleFilters(video, size, 'bicubic', format);
  const even = (pixels: number) => 2 * Math.ceil(pixels / 2);
  const width = even(size.width / (1 - bars.left - bars.right));
  const height = even(size.height / (1 - bars.top - bars.bottom));
  const offset = (pixels: number, spare: number) => Math.min(2 * Math.round(pixels / 2), spare);
  const x = offset(width * bars.left, width - size.width);
  const y = offset(height * bars.top, height - size.height);
  // Frames of another shape have the same size as all others only after scaling.
  const scaled = scaleFilters(video, { width, height }, 'bicubic', format);
  return [...scaled, `crop=${size.width}:${size.height}:${x}:${y}`];
}

/**
 * Slowly zooms into or out of the middle of a still image, over this many frames. Returns no filter without a
 * zoom. Does not use `zoompan`, which moves by whole pixels: slow lines would tremble.
 * @param from the first frame, which is not the section's first one within a transition
 */
export function zoomFilters({ zoom }: Placement, frames: number, from = 0): string[] {
  if (zoom === 'none') return [];
  const part = from === 0 ? `(on-1)/${frames}` : String.raw`clip((on-1+${from})/${frames}\,0\,1)`;
  const scale = `(1+${ZOOM - 1}*${zoom === 'in' ? part : `(1-${part})`})`;
  // The part of the image that is cropped at each side.
  const cut = `(1-1/${scale})/2`;
  const [left, top, right, bottom] = [`W*${cut}`, `H*${cut}`, `W-W*${cut}`, `H-H*${cut}`];
  const corners = [left, top, right, top, left, bottom, right, bottom];
  const named = corners.map((at, index) => `${index % 2 === 0 ? 'x' : 'y'}${Math.floor(index / 2)}=${at}`);
  return [`perspective=${named.join(':')}:interpolation=cubic:eval=frame`];
}

const onColor = ({ width, height }: Size) => `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=black`;

/**
 * The backdrop is made from an image this many times smaller than the film: the difference is invisible in a
 * blur.
 */
const BLUR_SCALE = 16;
/** In pixels of that. */
const BLUR_SIGMA = 4;
/** The brightness of the backdrop, so that the video on it stands out. */
const BLUR_LIGHT = 0.6;

/** Reduces the brightness to this share. */
export const dimmed = (light: number): string =>
  `lutyuv=y=16+(val-16)*${light}:u=128+(val-128)*${light}:v=128+(val-128)*${light}`;

/**
 * Returns filters for a source's video behind a card's title: it fills the film, blurred and dark, and its
 * last frame stays.
 */
export function backdropFilters(video: VideoInfo, film: Size, bars?: Bars): string[] {
  const small = fitInside(film, { width: film.width / BLUR_SCALE, height: film.height / BLUR_SCALE });
  return [
    ...unbarredFilters(video, coverBox(withoutBars(video, bars), small), bars, 'yuv444p'),
    `crop=${small.width}:${small.height}`,
    // Colours are blurred as far as brightness, and in steps as a browser does it.
    'format=yuv444p',
    `gblur=sigma=${BLUR_SIGMA}:steps=4`,
    dimmed(CARD_LIGHT),
    `scale=${film.width}:${film.height}:flags=bicubic`,
    'format=yuv420p',
    'tpad=stop_mode=clone:stop=-1',
  ];
}

/** Places the video over a copy of its middle that fills the film, blurred and darker. */
function onBlur(inner: Size, film: Size): string {
  const part = fitInside(film, inner);
  const small = fitInside(film, { width: film.width / BLUR_SCALE, height: film.height / BLUR_SCALE });
  const backdrop = [
    `crop=${part.width}:${part.height}`,
    `scale=${small.width}:${small.height}:flags=area`,
    `gblur=sigma=${BLUR_SIGMA}`,
    dimmed(BLUR_LIGHT),
    `scale=${film.width}:${film.height}:flags=bicubic`,
  ].join(',');
  return `format=yuv420p,split[front][copy];[copy]${backdrop}[backdrop];[backdrop][front]overlay=(W-w)/2:(H-h)/2`;
}

/**
 * Input options for frames that change their size midway. Otherwise ffmpeg creates all filters again at that
 * point. `yadif` cannot continue with frames of another size.
 */
export const unevenFrames = ({ interlaced }: VideoInfo): string[] =>
  interlaced ? [] : ['-reinit_filter:v', '0'];
/** Frames whose shape differs from their video's by more than this share keep it, on black. */
const SHAPE_TOLERANCE = 0.02;

/** Returns `scale` to this size, and `pad` for frames with another shape than their video. */
function fitFrames(video: VideoInfo, { width, height }: Size, options: string, format: string): string[] {
  const part = `(dar*${video.height / video.width})`;
  const within = (full: number, fitted: string) =>
    `if(lt(abs(${part}-1),${SHAPE_TOLERANCE}),${full},max(2,2*trunc(min(${full},${fitted})/2)))`;
  const w = within(width, `${width}*${part}`);
  const h = within(height, `${height}/${part}`);
  return [
    `scale=w='${w}':h='${h}':eval=frame:${options}`,
    // Otherwise the colours could be converted after `scale`, by another matrix.
    `format=${format}`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=black:eval=frame`,
  ];
}

/** Scales a source's video to this size in pixels, as progressive BT.709 with limited range, on black. */
export function scaleFilters(
  video: VideoInfo,
  size: Size,
  flags: 'bicubic' | 'fast_bilinear',
  format: 'yuv420p' | 'yuv444p' = 'yuv420p',
): string[] {
  const filters = video.hasAlpha ? onBlack(video) : [];
  if (video.interlaced) filters.push('yadif=mode=send_frame:deint=interlaced');
  const isHdr = video.colorTransfer === 'smpte2084' || video.colorTransfer === 'arib-std-b67';
  if (isHdr) return [...filters, ...toneMap(video, size)];
  const primaries = widePrimaries(video);
  if (primaries) return [...filters, narrowGamut(video, primaries, size)];
  const color = 'out_color_matrix=bt709:out_range=tv';
  return [...filters, ...tagMatrix(video), ...fitFrames(video, size, `flags=${flags}:${color}`, format)];
}

/**
 * An untagged HD file means BT.709, where swscale would assume BT.601. The same applies to tags that swscale
 * does not know and may refuse.
 */
function tagMatrix({ colorSpace, codedHeight, pixelFormat }: VideoInfo): string[] {
  const isKnown = colorSpace !== undefined && KNOWN_MATRICES.has(colorSpace);
  if (isKnown || IS_RGB.test(pixelFormat)) return [];
  return [`setparams=colorspace=${codedHeight >= HD_LINES ? 'bt709' : 'smpte170m'}`];
}

/**
 * Returns the primaries of a standard dynamic range video if they are wider than BT.709; otherwise
 * `undefined`. A matrix of BT.2020 without primaries means BT.2020.
 */
function widePrimaries({ colorPrimaries, colorSpace, pixelFormat }: VideoInfo): string | undefined {
  if (pixelFormat.startsWith('gray')) return undefined;
  const isBt2020 =
    colorPrimaries === undefined && colorSpace !== undefined && BT2020_MATRICES.has(colorSpace);
  const primaries = isBt2020 ? 'bt2020' : colorPrimaries;
  return primaries !== undefined && WIDE_PRIMARIES.has(primaries) ? primaries : undefined;
}

/** Scales, and converts to BT.709 primaries. Colours outside them are clipped, as players do. */
function narrowGamut(video: VideoInfo, primaries: string, size: Size): string {
  const { colorSpace, colorTransfer, codedHeight, pixelFormat } = video;
  const isRgb = video.hasAlpha || IS_RGB.test(pixelFormat);
  const isKnown =
    colorSpace !== undefined && (KNOWN_MATRICES.has(colorSpace) || BT2020_MATRICES.has(colorSpace));
  const guessed = codedHeight >= HD_LINES ? 'bt709' : 'smpte170m';
  const matrix = isRgb ? 'gbr' : isKnown ? colorSpace : guessed;
  // The film keeps a source's transfer function, which differs little from its own.
  const transfer = colorTransfer !== undefined && SDR_TRANSFERS.has(colorTransfer) ? colorTransfer : 'bt709';
  const same = transfer.startsWith('bt2020') ? 'bt709' : transfer;
  const from = `min=${zscaleMatrix(matrix, transfer)}:tin=${transfer}:pin=${primaries}`;
  return `zscale=w=${size.width}:h=${size.height}:filter=bicubic:${from}:m=bt709:t=${same}:p=bt709:r=tv`;
}

/** Returns a matrix in the form that zscale accepts together with a transfer function. */
function zscaleMatrix(matrix: string, transfer: string): string {
  // By its number, since its name differs between versions.
  if (matrix === 'smpte240m') return '7';
  // Constant luminance is defined for some transfer functions only; zscale refuses it with others.
  return matrix === 'bt2020c' && !CONSTANT_LUMINANCE.has(transfer) ? 'bt2020nc' : matrix;
}

/** Shows transparent parts as black, whatever colour they hide. */
function onBlack(video: VideoInfo): string[] {
  return [...tagMatrix(video), 'format=gbrap', 'premultiply=inplace=1'];
}

/**
 * Converts high dynamic range to BT.709. Scales first, since the rest is per pixel and slow. Missing or
 * contradictory tags mean BT.2020.
 */
function toneMap(video: VideoInfo, size: Size): string[] {
  const { colorTransfer } = video;
  const validOr = (value: string | undefined, names: Set<string>, otherwise: string) =>
    value !== undefined && names.has(value) ? value : otherwise;
  const colorSpace = validOr(video.colorSpace, HDR_MATRICES, 'bt2020nc');
  const colorPrimaries = validOr(video.colorPrimaries, HDR_PRIMARIES, 'bt2020');
  const from = `tin=${colorTransfer}:min=${colorSpace}:pin=${colorPrimaries}`;
  return [
    `zscale=w=${size.width}:h=${size.height}:filter=bicubic:${from}:t=linear:npl=203:p=${colorPrimaries}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=mobius:param=0.6:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ];
}
