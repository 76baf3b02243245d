import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'

const file = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.min.json')
const Metadata = v.object({
  country_calling_codes: v.record(v.string(), v.array(v.string())),
  countries: v.record(v.string(), v.array(v.unknown())),
})
const { country_calling_codes: codes, countries } = v.parse(Metadata, JSON.parse(readFileSync(file, 'utf8')))

/** The place of the digits after the calling code that only this country has. */
const LEADING_DIGITS = 10
const ONLY_DIGITS = /^\d+$/
const CLASS = /\[(\d+)\]/

/** Returns the texts of a pattern of digits and classes: `829` and `849` of `8[24]9`. */
function spelled(pattern: string): string[] {
  const [found, digits = ''] = CLASS.exec(pattern) ?? []
  if (found === undefined) return [pattern]
  return Array.from(digits).flatMap((digit) => spelled(pattern.replace(found, digit)))
}

/** Returns the first digits of a country's numbers. A country that shares its calling code may have none. */
function prefixesOf(code: string, country: string, isMain: boolean): string[] {
  if (isMain) return [code]
  const leading = countries[country]?.[LEADING_DIGITS]
  const choices = typeof leading === 'string' ? leading.split('|') : []
  return choices
    .flatMap(spelled)
    .filter((digits) => ONLY_DIGITS.test(digits))
    .map((digits) => `${code}${digits}`)
}

/** The country (ISO 3166-1 alpha-2) of the first digits of a phone number. The longest match counts. */
export const countryByPrefix: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(codes).flatMap(([code, [main = '', ...others]]) =>
    [main, ...others].flatMap((country) =>
      prefixesOf(code, country, country === main).map((prefix) => [prefix, country] as const),
    ),
  ),
)
/** The files that the values come from. */
export const sources: readonly string[] = [file]
