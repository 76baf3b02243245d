/** Numbers of built-in formats of dates and times (ECMA-376, 18.8.30), with those of East Asian versions. */
const DATES: readonly [from: number, to: number][] = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
]
const TIMES: readonly [from: number, to: number][] = [
  [18, 21],
  [45, 45],
  [47, 47],
]
const BUILT_IN: Readonly<Record<number, string>> = {
  2: '0.00',
  4: '0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  39: '0.00',
  40: '0.00',
  43: '0.00',
  44: '0.00',
  46: '[h]:mm:ss',
}

const MS_PER_DAY = 86_400_000
/** The day 0 of the two calendars that sheets count days in. */
const FROM_1900 = Date.UTC(1899, 11, 30)
const FROM_1904 = Date.UTC(1904, 0, 1)

export interface NumberFormat {
  readonly id: number
  /** The format code of a custom format. */
  readonly code: string | undefined
}

/** Formats numbers as a spreadsheet does. */
export type FormatNumber = (format: string, value: number) => string

export async function loadNumberFormats(): Promise<FormatNumber> {
  const { format } = await import('numfmt')
  return (code, value) => format(code, value, { throws: false })
}

/**
 * Returns a number of a sheet as it is shown, without separators of thousands: dates as `2026-03-01`, and the decimals,
 * zeros, words, `%` or currency of its format.
 */
export function formatNumber(
  value: number,
  { id, code }: NumberFormat,
  { is1904, format }: { readonly is1904: boolean; readonly format: FormatNumber },
): string {
  const shown = code ?? BUILT_IN[id] ?? ''
  const [section = ''] = shown.split(';', 1)
  const bare = withoutTexts(section)
  const isDuration = /\[[hms]{1,2}\]/i.test(section)
  const hasDate = code === undefined ? isIn(DATES, id) : /[yd]|m{3}/i.test(bare)
  const hasTime = code === undefined ? isIn(TIMES, id) || id === 22 : /[hs]/i.test(bare)
  if ((hasDate || hasTime) && !isDuration && !/general/i.test(bare) && value >= 0 && value < 2_958_466)
    return formatDate(value, { hasDate, hasTime, is1904 })
  // Removes the noise of binary fractions.
  const exact = Number(value.toPrecision(15))
  if (shown === '' || /^(?:general|@)$/i.test(shown)) return String(exact)
  const text = format(withoutLocale(shown), exact).replace(/\s+/g, ' ').trim()
  return text === '' || text.includes('######') ? String(exact) : text
}

/** Returns a format whose numbers have no separators of thousands, and a point before their decimals. */
function withoutLocale(code: string): string {
  return code
    .replace(/#,##0/g, '0')
    .replace(/#,#/g, '#')
    .replace(/\[\$([^\]-]{0,9})-[^\]]{0,20}\]/g, (_, currency: string) =>
      currency ? `"${currency.replaceAll('"', '')}"` : '',
    )
}

/** Removes what is quoted, in brackets, or escaped. */
function withoutTexts(section: string): string {
  let [kept, until] = ['', '']
  for (let at = 0; at < section.length; at += 1) {
    const letter = section[at] ?? ''
    if (until !== '') {
      if (letter === until) until = ''
    } else if (letter === '"') until = '"'
    else if (letter === '[') until = ']'
    else if (letter === '\\') at += 1
    else kept += letter
  }
  return kept
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
