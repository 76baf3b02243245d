/** Formats a share of 0 to 1 as a percentage, or a dash without data. Rounding does not hide failures. */
export function percentText(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  return `${String(percent === 100 ? 100 : Math.min(99.9, Number(percent.toFixed(1))))}%`
}
