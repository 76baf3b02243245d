const CENTS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const SMALL = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
const SMALLEST = 0.0001

/** Formats a price in USD to the cent, or to a hundredth of it below ten cents: an answer costs less than a cent. */
export function usdText(usd: number): string {
  if (usd > 0 && usd < SMALLEST) return `<${SMALL.format(SMALLEST)}`
  return (usd > 0 && usd < 0.1 ? SMALL : CENTS).format(usd)
}

/** Formats a share of 0 to 1 as a percentage, or a dash without data. Rounding does not hide failures. */
export function percentText(share: number | null): string {
  if (share === null) return '–'
  const percent = share * 100
  return `${String(percent === 100 ? 100 : Math.min(99.9, Number(percent.toFixed(1))))}%`
}
