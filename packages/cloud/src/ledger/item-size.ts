import { isObject, listOf, textOf } from '../json.ts'
import type { Json, JsonObject } from '../resource.ts'

/** Size of a list or map, plus one byte per element. */
const CONTAINER_BYTES = 3

/**
 * Returns the bytes of a DynamoDB item, names and values, by the rules of the developer guide ("DynamoDB item sizes and
 * formats").
 * `item` is in wire format, for example `{ id: { S: 'a' } }`.
 */
export function itemBytes(item: JsonObject): number {
  return Object.entries(item).reduce((bytes, [name, value]) => bytes + Buffer.byteLength(name) + valueBytes(value), 0)
}

function valueBytes(value: Json): number {
  const [[type, content] = ['NULL', null]] = isObject(value) ? Object.entries(value) : []
  switch (type) {
    case 'S':
      return Buffer.byteLength(textOf(content) ?? '')
    case 'N':
      return numberBytes(textOf(content) ?? '')
    case 'B':
      return Buffer.byteLength(textOf(content) ?? '', 'base64')
    case 'SS':
    case 'NS':
    case 'BS':
      return listOf(content).reduce<number>((bytes, element) => bytes + valueBytes({ [type.charAt(0)]: element }), 0)
    case 'L':
      return listOf(content).reduce<number>((bytes, element) => bytes + 1 + valueBytes(element), CONTAINER_BYTES)
    case 'M':
      return isObject(content) ? CONTAINER_BYTES + Object.keys(content).length + itemBytes(content) : CONTAINER_BYTES
    default:
      return 1
  }
}

/** One byte per two significant digits, one more, and one for the sign of a negative number. */
function numberBytes(text: string): number {
  const digits = text.replace(/e.*$/i, '').replace(/[-+.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}
