import { isObject } from '@replywright/contract/json.ts'
import type { PlacedText } from './page-layout.ts'

/** Height of a line of a form, in points. */
const LINE = 10

/**
 * Returns what is written into the fields of a form and into notes on a page, each at its place. The text of a page does
 * not have them.
 * @param annotations as the library gives them
 */
export function noteTexts(annotations: readonly unknown[]): PlacedText[] {
  return annotations.flatMap((annotation) => {
    if (!isObject(annotation) || annotation.hidden === true) return []
    const { rect } = annotation
    const [left, bottom, right, top]: readonly unknown[] = Array.isArray(rect) ? rect : []
    if (![left, bottom, right, top].every((each) => typeof each === 'number')) return []
    const lines = textOf(annotation)
      .split(/\r\n?|\n/)
      .filter((line) => line.trim())
    const [x, y] = [Number(left), Math.max(Number(bottom), Number(top) - LINE)]
    return lines.map((text, index) => ({
      text,
      x,
      y: lines.length === 1 ? (Number(bottom) + Number(top)) / 2 - LINE / 2 : y - index * LINE,
      width: Math.max(1, Number(right) - x),
      height: LINE,
      rightToLeft: false,
    }))
  })
}

/** Comments on a text are not part of the document, but these stand for themselves. */
const NOTES = new Set(['FreeText', 'Text'])

function textOf(annotation: Readonly<Record<string, unknown>>): string {
  const { subtype, contentsObj } = annotation
  if (subtype === 'Widget') return fieldText(annotation)
  const isNote = typeof subtype === 'string' && NOTES.has(subtype)
  return isNote && isObject(contentsObj) && typeof contentsObj.str === 'string' ? contentsObj.str : ''
}

/** Returns the value of a field, or a mark for a box that is checked. */
function fieldText({
  fieldType,
  fieldValue,
  exportValue,
  checkBox,
  radioButton,
  options,
}: Readonly<Record<string, unknown>>): string {
  if (fieldType === 'Btn') {
    const isOn = (checkBox === true || radioButton === true) && typeof fieldValue === 'string' && fieldValue !== 'Off'
    return isOn && (radioButton !== true || exportValue === undefined || exportValue === fieldValue) ? '[x]' : ''
  }
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return ''
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  const value = values.filter((each) => typeof each === 'string').join(', ')
  const choices = fieldType === 'Ch' ? shownChoices(options) : ''
  return [value, choices && `(choices: ${choices})`].filter(Boolean).join(' ')
}

function shownChoices(options: unknown): string {
  const shown = Array.isArray(options) ? options : []
  return shown
    .flatMap((each: unknown) => (isObject(each) && typeof each.displayValue === 'string' ? [each.displayValue] : []))
    .filter((each) => each.trim())
    .join(', ')
}

/** What a page has beside its text that is not read. */
export interface Unread {
  readonly hasComments: boolean
  readonly hasStamps: boolean
  /** Names of the files within it. */
  readonly files: readonly string[]
}

const COMMENTS = new Set([
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Caret',
  'Square',
  'Circle',
  'Line',
  'PolyLine',
  'Polygon',
  'Ink',
])

/** Returns which annotations of a page are not read. @param annotations as the library gives them */
export function unreadAnnotations(annotations: readonly unknown[]): Unread {
  const shown = annotations.filter((each) => isObject(each)).filter(({ hidden }) => hidden !== true)
  const subtypeOf = ({ subtype }: Readonly<Record<string, unknown>>) => (typeof subtype === 'string' ? subtype : '')
  return {
    hasComments: shown.some(
      (each) =>
        COMMENTS.has(subtypeOf(each)) &&
        isObject(each.contentsObj) &&
        typeof each.contentsObj.str === 'string' &&
        each.contentsObj.str.trim() !== '',
    ),
    hasStamps: shown.some((each) => subtypeOf(each) === 'Stamp'),
    files: shown.flatMap(({ file }) => (isObject(file) && typeof file.filename === 'string' ? [file.filename] : [])),
  }
}
