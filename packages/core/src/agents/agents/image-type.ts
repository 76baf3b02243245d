/** First bytes of an image file; `undefined` matches any byte. */
const MAGIC = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/webp': [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
} as const

/** Returns the content type of a png, jpeg or webp file from its first bytes, or undefined. */
export function imageType(bytes: Uint8Array): string | undefined {
  return Object.entries(MAGIC).find(([, magic]) =>
    magic.every((byte, index) => byte === undefined || bytes[index] === byte),
  )?.[0]
}
