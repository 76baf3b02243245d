/** How a file can be shown, by its MIME type. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'file' {
  const [kind] = mimeType.toLowerCase().split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}
