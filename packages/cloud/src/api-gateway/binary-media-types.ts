import { mediaType } from './request.ts'

/** Returns whether a `Content-Type`, or the first type of an `Accept`, is one of the API's binary media types. */
export function isBinary(binaryMediaTypes: readonly string[], header: string | undefined): boolean {
  if (binaryMediaTypes.includes('*/*')) return true
  const own = mediaType(header)
  return binaryMediaTypes.some((type) => {
    const wanted = type.toLowerCase()
    return wanted === own || (wanted.endsWith('/*') && own.startsWith(wanted.slice(0, -1)))
  })
}
