import type { FileReader } from '../formats/file-reader.ts';
import { type Box, boxesIn, fieldsOf, fileBoxes } from './boxes.ts';

/** Larger indexes are ignored: an image's has a few kB, even with hundreds of tiles. */
const MAX_META_BYTES = 4 * 2 ** 20;

/** The position of a part of an item's data, in bytes of the file or of the index's own data. */
export interface Extent {
  place: 'file' | 'index';
  at: number;
  length: number;
}

/** A coded image, or the composition of several. */
export interface HeifItem {
  /** Its coding, such as "av01" or "hvc1"; "grid" if it is composed of tiles. */
  type: string;
  /** Such as its size ("ispe") or its turn ("irot"). */
  properties: Box[];
  extents: Extent[];
  /** The IDs of the items that it is composed of. */
  parts: number[];
  /** The ids of items that belong to it, such as its transparency. */
  auxiliaries: number[];
}

/** The index of a HEIF image, such as AVIF and HEIC. */
export interface HeifIndex {
  /** The image that is shown. */
  primary: HeifItem;
  items: Map<number, HeifItem>;
  /** Data stored in the index itself. */
  data: Buffer;
}

/** Reads the index of a HEIF image. Returns `null` if it is missing, damaged or cut off. */
export async function readHeifIndex(file: FileReader): Promise<HeifIndex | null> {
  const meta = (await fileBoxes(file)).find(({ type }) => type === 'meta');
  if (!meta || meta.end > file.size || meta.end - meta.start > MAX_META_BYTES) return null;
  try {
    return indexOf(await file.read(meta.start, meta.end - meta.start));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function indexOf(meta: Buffer): HeifIndex | null {
  const boxes = new Map(boxesIn(meta, 4).map(({ type, data }) => [type, data]));
  const [pitm, iinf, iprp, iloc] = ['pitm', 'iinf', 'iprp', 'iloc'].map((type) => boxes.get(type));
  if (!pitm || !iinf || !iprp || !iloc) return null;
  const items = itemsOf(iinf);
  addProperties(items, iprp);
  addExtents(items, iloc);
  const iref = boxes.get('iref');
  if (iref) addReferences(items, iref);
  const primary = items.get(fieldsOf(pitm, 4).number(pitm[0] === 0 ? 2 : 4));
  return primary ? { primary, items, data: boxes.get('idat') ?? Buffer.alloc(0) } : null;
}

function itemsOf(iinf: Buffer): Map<number, HeifItem> {
  const items = new Map<number, HeifItem>();
  for (const { type, data } of boxesIn(iinf, iinf[0] === 0 ? 6 : 8)) {
    if (type !== 'infe' || data[0]! < 2) continue;
    const idBytes = data[0] === 2 ? 2 : 4;
    const at = 4 + idBytes + 2;
    const id = fieldsOf(data, 4).number(idBytes);
    items.set(id, {
      type: data.toString('latin1', at, at + 4),
      properties: [],
      extents: [],
      parts: [],
      auxiliaries: [],
    });
  }
  return items;
}

function addProperties(items: Map<number, HeifItem>, iprp: Buffer): void {
  const inside = boxesIn(iprp, 0);
  const ipco = inside.find(({ type }) => type === 'ipco');
  const all = ipco ? boxesIn(ipco.data, 0) : [];
  for (const { data } of inside.filter(({ type }) => type === 'ipma')) {
    const next = fieldsOf(data, 4).number;
    const isWide = (data[3]! & 1) === 1;
    for (let entry = next(4); entry > 0; entry -= 1) {
      const item = items.get(next(data[0] === 0 ? 2 : 4));
      for (let count = next(1); count > 0; count -= 1) {
        // The highest bit defines whether a reader must support the property. Numbers begin at 1.
        const number = isWide ? next(2) & 0x7fff : next(1) & 0x7f;
        const property = all[number - 1];
        if (property) item?.properties.push(property);
      }
    }
  }
}

function addExtents(items: Map<number, HeifItem>, iloc: Buffer): void {
  const version = iloc[0]!;
  const next = fieldsOf(iloc, 4).number;
  const sizes = next(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  for (let count = next(version < 2 ? 2 : 4); count > 0; count -= 1) {
    const item = items.get(next(version < 2 ? 2 : 4));
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseBytes);
    let extents = next(2);
    // Extents without a number take no space, so a file could claim any number of them.
    if (extents > 1 && offsetBytes + lengthBytes === 0) throw new RangeError('extents without a position');
    for (; extents > 0; extents -= 1) {
      next(indexBytes);
      const at = base + next(offsetBytes);
      const length = next(lengthBytes);
      if (method < 2) item?.extents.push({ place: method === 0 ? 'file' : 'index', at, length });
    }
  }
}

function addReferences(items: Map<number, HeifItem>, iref: Buffer): void {
  const idBytes = iref[0] === 0 ? 2 : 4;
  for (const { type, data } of boxesIn(iref, 4)) {
    const next = fieldsOf(data).number;
    const from = next(idBytes);
    for (let count = next(2); count > 0; count -= 1) {
      const to = next(idBytes);
      if (type === 'dimg') items.get(from)?.parts.push(to);
      if (type === 'auxl') items.get(to)?.auxiliaries.push(from);
    }
  }
}
