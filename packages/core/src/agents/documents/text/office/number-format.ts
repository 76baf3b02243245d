/** Numbers of built-in formats of dates and times (ECMA-376, 18.8.30), with those of East Asian versions. */
const DATES: readonly [from: number, to: number][] = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
]
const TIMES: readonly [from: number, to: number][] = [
  [18, 21],
  [45, 47],
]
const BUILT_IN: Readonly<Record<number, string>> = { 2: '0.00', 4: '#,##0.00', 9: '0%', 10: '0.00%' }

const MS_PER_DAY = 86_400_000
/** The day 0 of the two calendars that sheets count days in. */
const FROM_1900 = Date.UTC(1899, 11, 30)
const FROM_1904 = Date.UTC(1904, 0, 1)

export interface NumberFormat {
  readonly id: number
  /** The format code of a custom format. */
  readonly code: string | undefined
}

/** Returns a number of a sheet as it is shown: dates as `2026-03-01`, with the decimals, `%` or currency of its format. */
export function formatNumber(value: number, { id, code }: NumberFormat, is1904: boolean): string {
  const shown = code ?? BUILT_IN[id] ?? ''
  // What is quoted or in brackets is text, a colour or a condition, except a currency.
  const [section = ''] = shown.split(';', 1)
  const currency = /\[\$([^\]-]{1,5})/.exec(section)?.[1] ?? /[€$£¥₹₽₩₺]|(?<=")[^"]{1,5}(?=")/.exec(section)?.[0] ?? ''
  const bare = section.replace(/"[^"]{0,100}"|\[[^\]]{0,100}\]|\\./g, '')
  const hasDate = code === undefined ? isIn(DATES, id) : /[yd]|m{3}/i.test(bare)
  const hasTime = code === undefined ? isIn(TIMES, id) || id === 22 : /[hs]/i.test(bare)
  if ((hasDate || hasTime) && !/general/i.test(bare) && value >= 0 && value < 2_958_466)
    return formatDate(value, { hasDate, hasTime, is1904 })
  if (bare.includes('%')) return `${plain(value * 100, decimalsOf(bare))}%`
  const number = plain(value, decimalsOf(bare))
  return currency.trim() ? `${number} ${currency.trim()}` : number
}

function isIn(ranges: readonly [from: number, to: number][], id: number): boolean {
  return ranges.some(([from, to]) => id >= from && id <= to)
}

function formatDate(
  days: number,
  { hasDate, hasTime, is1904 }: { readonly hasDate: boolean; readonly hasTime: boolean; readonly is1904: boolean },
): string {
  const minutes = Math.round((days * MS_PER_DAY) / 60_000)
  // The calendar from 1900 has a 29 February 1900.
  const shift = !is1904 && days < 60 ? MS_PER_DAY : 0
  const iso = new Date((is1904 ? FROM_1904 : FROM_1900) + shift + minutes * 60_000).toISOString()
  if (!hasDate) return iso.slice(11, 16)
  return hasTime ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : iso.slice(0, 10)
}

/** Returns the number of decimals that a format always shows, or undefined. */
function decimalsOf(format: string): number | undefined {
  const [, zeros] = /\.(0+)/.exec(format) ?? []
  if (zeros !== undefined) return zeros.length
  return /^[#,0\s%]+$/.test(format) && format.includes('0') ? 0 : undefined
}

function plain(value: number, decimals: number | undefined): string {
  // Removes the noise of binary fractions.
  const exact = Number(value.toPrecision(15))
  if (decimals === undefined || decimals > 15 || Math.abs(exact) >= 1e21) return String(exact)
  return exact.toFixed(decimals)
}
