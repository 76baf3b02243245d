/** What to do with files of types that are not read, by their extension. */
const ADVICE: Readonly<Record<string, string>> = {
  ...sameFor(['doc', 'dot', 'wps', 'wpd', 'pages'], 'save it as docx or pdf'),
  ...sameFor(['xls', 'xlt', 'xlsb', 'numbers'], 'save it as xlsx or csv'),
  ...sameFor(['ppt', 'pps', 'key'], 'save it as pptx or pdf'),
  ...sameFor(['msg', 'mbox', 'pst', 'oft'], 'save each mail as eml'),
  ...sameFor(['mht', 'mhtml', 'webarchive'], 'save the page as html or pdf'),
  ...sameFor(['mobi', 'azw', 'azw3', 'djvu', 'xps', 'oxps', 'ps', 'tex', 'fb2'], 'convert it to pdf or epub'),
  ...sameFor(['zip', 'rar', '7z', 'tar', 'gz', 'tgz'], 'unpack it, and upload its files'),
  ...sameFor(
    ['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'svg'],
    'text in pictures is not read: write it into a document',
  ),
  ...sameFor(['mp3', 'm4a', 'wav', 'ogg', 'mp4', 'mov', 'webm', 'avi'], 'write what it says into a document'),
}

function sameFor(extensions: readonly string[], advice: string): Record<string, string> {
  return Object.fromEntries(extensions.map((extension) => [extension, advice]))
}

/** Returns what to do with a file of a type that is not read, such as `save it as docx or pdf`; undefined if nothing is known. */
export function otherFileAdvice(name: string): string | undefined {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  return Object.hasOwn(ADVICE, extension) ? ADVICE[extension] : undefined
}
