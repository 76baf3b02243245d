import { inlineReferences } from './inline-references.ts'

/** Amazon Nova models, which have their own form of tools and texts. */
const NOVA = /(^|\.)amazon\.nova-/

/** Nova may ignore a tool with other keywords at the top of its schema (Amazon Nova, "Troubleshooting tool calls"). */
const KNOWN = ['type', 'properties', 'required']

/** The reasoning before a tool call (Amazon Nova, "Invoking a tool"). It is not for the customer. */
const THOUGHTS = /<thinking>[\s\S]*?(?:<\/thinking>|$)\s*/g

type JsonSchema = Readonly<Record<string, unknown>>

/** Returns the schema of a tool for a model. Arguments are validated against the whole schema. */
export function shownSchema(modelId: string, schema: JsonSchema): JsonSchema {
  if (!NOVA.test(modelId)) return schema
  return Object.fromEntries(Object.entries(inlineReferences(schema)).filter(([name]) => KNOWN.includes(name)))
}

/** Returns the text of a model without its reasoning. */
export function spokenText(modelId: string, text: string): string {
  return NOVA.test(modelId) ? text.replaceAll(THOUGHTS, '').trimEnd() : text
}
