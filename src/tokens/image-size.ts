/** Width and height of a PNG, JPEG, GIF or WebP, from its header alone. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** `length` bytes from `offset` on; fewer at the end. */
type ReadBytes = (offset: number, length: number) => Uint8Array

/** `undefined` where the bytes have none of these formats, or are too few. Never throws. */
export function imageSize(read: ReadBytes): ImageSize | undefined {
  const head = read(0, 32)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (view.byteLength < 24) return undefined
  const size =
    view.getUint32(0) === 0x89504e47
      ? { width: view.getUint32(16), height: view.getUint32(20) }
      : view.getUint32(0) === 0x47494638
        ? { width: view.getUint16(6, true), height: view.getUint16(8, true) }
        : view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250
          ? webpSize(view)
          : view.getUint16(0) === 0xffd8
            ? jpegSize(read)
            : undefined
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

function webpSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 30) return undefined
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ', lossy
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      // 'VP8L', lossless: 14 bits each, less one
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: // 'VP8X', extended: 24 bits each, less one
      return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >> 8) + 1 }
    default:
      return undefined
  }
}

/** No camera or program writes a file with more segments before its picture. */
const maxSegments = 300

/** Follows the segments (each has its length) to the frame header: FF C0 to FF CF except C4, C8 and CC. */
function jpegSize(read: ReadBytes): ImageSize | undefined {
  let offset = 2
  for (let segment = 0; segment < maxSegments; segment += 1) {
    const bytes = read(offset, 9)
    const [mark, kind = 0, high = 0, low = 0, , ...size] = bytes
    if (bytes.length < 4 || mark !== 0xff) return undefined
    if (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc) {
      const [h1 = 0, h2 = 0, w1 = 0, w2 = 0] = size
      return { width: w1 * 256 + w2, height: h1 * 256 + h2 }
    }
    // FF is a fill byte, and these markers have no length.
    const isAlone = kind === 0xff || kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)
    offset += isAlone ? (kind === 0xff ? 1 : 2) : 2 + high * 256 + low
  }
  return undefined
}
