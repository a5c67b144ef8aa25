/** Builds files of the HEIF family, which ffmpeg cannot write with rotations, profiles and tiles. */

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([u32(data.length + 8), Buffer.from(type, 'latin1'), data]);
};
const fullBox = (type: string, ...parts: Buffer[]): Buffer => box(type, u32(0), ...parts);

interface HeifOptions {
  /** The first brand, such as "heic". */
  brand: string;
  /** The codec of the images: "hvc1" or "av01". */
  codec: string;
  /** The box of the decoder's configuration, with its type. */
  configuration: Buffer;
  /** The coded data of each tile; one for an image without tiles. */
  tiles: Buffer[];
  tileSize: [width: number, height: number];
  /** The grid of an image with several tiles. */
  grid?: { columns: number; rows: number; width: number; height: number };
  /** Further properties of the image. */
  properties?: Buffer[];
  /** The transparency of an image without tiles, as another coded image. */
  alpha?: { configuration: Buffer; picture: Buffer };
}

const sizeBox = ([width, height]: [number, number]): Buffer => fullBox('ispe', u32(width), u32(height));
const ALPHA = fullBox('auxC', Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0', 'latin1'));
export const turnBox = (quartersLeft: number): Buffer => box('irot', Buffer.from([quartersLeft]));
export const mirrorBox = (axis: number): Buffer => box('imir', Buffer.from([axis]));
/** Colours by code points, for values of standard range. */
export const codesBox = (primaries: number, transfer: number, matrix: number): Buffer =>
  box('colr', Buffer.from('nclx', 'latin1'), u16(primaries), u16(transfer), u16(matrix), Buffer.from([0]));
export const profileBox = (icc: Buffer): Buffer => box('colr', Buffer.from('prof', 'latin1'), icc);

/** Makes a file of the HEIF family. The image has the ID 1, its tiles the IDs from 2 on. */
export function makeHeif(options: HeifOptions): Buffer {
  const { brand, codec, configuration, tiles, tileSize, grid, properties = [], alpha } = options;
  const all = [
    sizeBox(grid ? [grid.width, grid.height] : tileSize),
    ...properties,
    configuration,
    ...(grid ? [sizeBox(tileSize)] : []),
    ...(alpha ? [alpha.configuration, ALPHA] : []),
  ];
  const own = all.slice(0, 1 + properties.length).map((_, index) => index + 1);
  const coded = properties.length + 2;
  const items = grid
    ? [
        { id: 1, type: 'grid', properties: own, data: gridData(grid) },
        ...tiles.map((data, index) => ({ id: index + 2, type: codec, properties: [coded, coded + 1], data })),
      ]
    : [{ id: 1, type: codec, properties: [...own, coded], data: tiles[0]! }];
  if (alpha) items.push({ id: 2, type: codec, properties: [1, coded + 1, coded + 2], data: alpha.picture });
  const entries = items.map(({ id, type }) =>
    Buffer.concat([
      u32(type.length + 17),
      Buffer.from('infe', 'latin1'),
      Buffer.from([2, 0, 0, 0, id >> 8, id & 255, 0, 0]),
      Buffer.from(`${type}\0`, 'latin1'),
    ]),
  );
  const associations = items.map(({ id, properties: numbers }) =>
    Buffer.concat([u16(id), Buffer.from([numbers.length, ...numbers])]),
  );
  const tileIds = tiles.map((_, index) => u16(index + 2));
  const references = [
    ...(grid ? [fullBox('iref', box('dimg', u16(1), u16(tiles.length), ...tileIds))] : []),
    ...(alpha ? [fullBox('iref', box('auxl', u16(2), u16(1), u16(1)))] : []),
  ];
  const metaWith = (dataAt: number) => {
    let at = dataAt;
    const places = items.map(({ id, data }) => {
      const place = Buffer.concat([u16(id), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return place;
    });
    return fullBox(
      'meta',
      fullBox('hdlr', u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', u16(1)),
      fullBox('iloc', Buffer.from([0x44, 0x00]), u16(items.length), ...places),
      fullBox('iinf', u16(items.length), ...entries),
      ...references,
      box('iprp', box('ipco', ...all), fullBox('ipma', u32(items.length), ...associations)),
    );
  };
  const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1'));
  const before = type.length + metaWith(0).length + 8;
  return Buffer.concat([type, metaWith(before), box('mdat', ...items.map(({ data }) => data))]);
}

const gridData = ({ columns, rows, width, height }: NonNullable<HeifOptions['grid']>): Buffer =>
  Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(width), u16(height)]);

/** Splits an HEVC stream into its parameter sets, as a decoder's configuration, and its image. */
export function fromHevc(stream: Buffer): { configuration: Buffer; picture: Buffer } {
  const text = stream.toString('latin1').replaceAll('\0\0\0\x01', '\0\0\x01');
  const units = text
    .split('\0\0\x01')
    .slice(1)
    .map((unit) => Buffer.from(unit, 'latin1'));
  const typeOf = (unit: Buffer) => (unit[0]! >> 1) & 63;
  const sets = units.filter((unit) => typeOf(unit) >= 32 && typeOf(unit) <= 34);
  const pictures = units.filter((unit) => typeOf(unit) < 32);
  const head = Buffer.alloc(22);
  head[0] = 1;
  head[21] = 3;
  const arrays = sets.map((unit) =>
    Buffer.concat([Buffer.from([typeOf(unit)]), u16(1), u16(unit.length), unit]),
  );
  return {
    configuration: box('hvcC', head, Buffer.from([sets.length]), ...arrays),
    picture: Buffer.concat(pictures.flatMap((unit) => [u32(unit.length), unit])),
  };
}

/** Returns the configuration and the image of a plain AVIF. */
export function fromAvif(avif: Buffer): { configuration: Buffer; picture: Buffer } {
  const boxAt = (type: string) => {
    const at = avif.indexOf(type, 0, 'latin1') - 4;
    return avif.subarray(at, at + avif.readUInt32BE(at));
  };
  return { configuration: boxAt('av1C'), picture: boxAt('mdat').subarray(8) };
}
