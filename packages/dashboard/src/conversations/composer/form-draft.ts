import * as v from 'valibot'
import { readDraft, writeDraft } from '../../api/drafts.ts'

/** Returns the values of a form that were stored as a draft, or `empty` for a draft that does not match the schema. */
export function parseFormDraft<Values>(text: string, schema: v.GenericSchema<unknown, Values>, empty: Values): Values {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return stored.success ? stored.output : empty
}

/** The draft of a form with several fields, under a name that ends with the id of the conversation. */
export function formDraft<Values>(name: string, schema: v.GenericSchema<unknown, Values>, empty: () => Values) {
  return {
    initial: parseFormDraft(readDraft(name), schema, empty()),
    keep: (values: Values) => writeDraft(name, JSON.stringify(values)),
    discard: () => writeDraft(name, ''),
  }
}
