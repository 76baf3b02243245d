import { printableFileName } from '@replywright/contract/printable-file-name.ts'

/** Tells Excel that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves a text as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([type === 'text/csv' ? `${BYTE_ORDER_MARK}${text}` : text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = printableFileName(name)
  link.click()
  URL.revokeObjectURL(url)
}
