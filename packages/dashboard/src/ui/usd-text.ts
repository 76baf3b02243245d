/** An answer costs less than a cent. */
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 })

export function usdText(usd: number): string {
  return USD.format(usd)
}
