import { inlineReferences } from './inline-references.ts'

/** Models of Amazon's that take tools and give texts in a way of their own. */
const NOVA = /(^|\.)amazon\.nova-/

/** Of a tool's JSON Schema they know these at the top; a tool with more may be ignored (Amazon Nova, "Troubleshooting tool calls"). */
const KNOWN = ['type', 'properties', 'required']

/** What they think aloud before they call a tool (Amazon Nova, "Invoking a tool"): it is not for the customer. */
const THOUGHTS = /<thinking>[\s\S]*?(?:<\/thinking>|$)\s*/g

type JsonSchema = Readonly<Record<string, unknown>>

/** How tools are shown to the model with this id. Arguments are checked against the whole schema all the same. */
export function shownSchema(modelId: string, schema: JsonSchema): JsonSchema {
  if (!NOVA.test(modelId)) return schema
  return Object.fromEntries(Object.entries(inlineReferences(schema)).filter(([name]) => KNOWN.includes(name)))
}

/** What the model with this id says, without what it thinks. */
export function spokenText(modelId: string, text: string): string {
  return NOVA.test(modelId) ? text.replaceAll(THOUGHTS, '').trimEnd() : text
}
