import { stringifyExactJson } from '@messaging/contract/exact-json.ts'
import { isObject } from '../../platform/json.ts'

/** Values of the placeholders in the fixed values of HTTP tools. */
export interface Placeholders {
  /** The customer's number with plus, or `''` if unknown. */
  readonly phoneNumber: string
  /** Returns the URL of the customer's last image, or `''`. Only called for tools that use it. */
  readonly imageUrl: () => Promise<string>
}

const IMAGE_URL = '%IMAGE_URL%'
const PHONE_NUMBER = '%PHONE_NUMBER%'

/** Returns a function that replaces the placeholders of fixed values. `tool` contains all of them. */
export async function fixWith(
  { phoneNumber, imageUrl }: Placeholders,
  tool: unknown,
): Promise<(value: unknown) => unknown> {
  const image = stringifyExactJson(tool).includes(IMAGE_URL) ? await imageUrl() : ''
  const fix = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(PHONE_NUMBER, phoneNumber).replaceAll(IMAGE_URL, image)
    if (Array.isArray(value)) return value.map(fix)
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fix(inner)]))
    return value
  }
  return fix
}

/** Returns the parts of a fixed value that are the same for every customer. */
export function constantPieces(value: string): string[] {
  return value.split(IMAGE_URL).flatMap((piece) => piece.split(PHONE_NUMBER))
}
