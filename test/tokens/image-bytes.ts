/** The first bytes of images of any size, written by hand. */

export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.write('GIF89a')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

/** With application segments of the given lengths (EXIF, ICC profiles) before the frame. */
export function jpeg(width: number, height: number, segments: readonly number[] = [16]): Buffer {
  const before = segments.map(length => {
    const segment = Buffer.alloc(2 + length, 0xaa)
    segment.writeUInt16BE(0xffe1)
    segment.writeUInt16BE(length, 2)
    return segment
  })
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...before, Buffer.from([0xff]), frame, Buffer.alloc(40)])
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('RIFF')
  bytes.write(`WEBP${kind}`, 8)
  if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else if (kind === 'VP8L') {
    bytes[20] = 0x2f
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  } else {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  }
  return bytes
}
