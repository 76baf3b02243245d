import { documentType } from '../../document-type.ts'
import type { Attributes } from './visibility.ts'

/** Sites whose frames are films, maps, sound, adverts, payment or checks of the visitor: they have no text of the page. */
const WITHOUT_TEXT =
  /^https?:\/\/(?:[\w-]{1,63}\.){0,5}(?:youtube(?:-nocookie)?|youtu|vimeo|dailymotion|wistia|spotify|soundcloud|openstreetmap|googletagmanager|doubleclick|googlesyndication|facebook|instagram|twitter|x|tiktok|recaptcha|hcaptcha|stripe|paypal|cloudflare)\.\w{2,6}(?:[/:?#]|$)|^https?:\/\/(?:[\w-]{1,63}\.){0,3}google\.\w{2,3}(?:\.\w{2})?\/(?:maps|recaptcha)/i
const HIDDEN = /(?:^|;)\s{0,9}(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i

/** Returns the address of another file that an element shows in its place on the page, or undefined. */
export function framedFile(name: string, attributes: Attributes): string | undefined {
  const { src = '', data = '', type = '', srcdoc, hidden, style = '' } = attributes
  if (hidden !== undefined || HIDDEN.test(style.slice(0, 1000)) || isTiny(attributes)) return undefined
  if (name === 'embed' || name === 'object') {
    const address = (name === 'embed' ? src : data).trim()
    return address && documentType(pathOf(address), type) !== undefined ? address : undefined
  }
  if ((name !== 'iframe' && name !== 'frame') || srcdoc) return undefined
  const address = src.trim().startsWith('//') ? `https:${src.trim()}` : src.trim()
  if (address === '' || /^(?:about|javascript|data|blob):/i.test(address)) return undefined
  return WITHOUT_TEXT.test(address) ? undefined : address
}

function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

function isTiny({ width = '', height = '' }: Attributes): boolean {
  return [width, height].some((size) => /^\s{0,9}[0-9](?:px)?\s{0,9}$/.test(size))
}

/** Largest logo or icon, in pixels of each side. */
const LARGEST_ICON = 150

/** Returns whether a picture may have text that no description repeats. */
export function isUndescribed({ src = '', srcset = '', class: classes = '', width, height }: Attributes): boolean {
  const address = (src || srcset).slice(0, 1000)
  const isSmall = [width, height].some((size) => size !== undefined && Number.parseFloat(size) <= LARGEST_ICON)
  return (
    address !== '' &&
    !isSmall &&
    !/logo|icon|avatar|sprite|pixel|spacer|badge|flag/i.test(address + classes.slice(0, 200))
  )
}
