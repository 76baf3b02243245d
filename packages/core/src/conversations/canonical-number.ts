/**
 * The countries in which a mobile number has two spellings, and the change to the one that we compare. Providers write the one, address books
 * the other: Brazil's ninth digit since 2012 (ANATEL), Mexico's `1` after the country code until 2019 (IFT), Argentina's `9` (ENACOM).
 */
const SPELLINGS: readonly (readonly [written: RegExp, canonical: string])[] = [
  [/^55(\d{2})([6-9]\d{7})$/, '55$19$2'],
  [/^521(\d{10})$/, '52$1'],
  [/^549(\d{10})$/, '54$1'],
]

/** Returns the spelling by which a customer's phone number (digits) is found. Any other name of a customer is returned as it is. */
export function canonicalNumber(name: string): string {
  for (const [written, canonical] of SPELLINGS) if (written.test(name)) return name.replace(written, canonical)
  return name
}

/** Returns whether two phone numbers (digits) are spellings of one. */
export function isSameNumber(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && canonicalNumber(one) === canonicalNumber(other))
}
