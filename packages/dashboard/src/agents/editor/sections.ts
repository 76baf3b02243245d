/** The parts of an agent's editor; the first needs no name in the address bar. */
export const SECTIONS = ['tools', 'documents', 'memory', 'automation', 'sharing'] as const
export type Section = (typeof SECTIONS)[number] | undefined

const SECTION_OF: Readonly<Record<string, Section>> = {
  tools: 'tools',
  websiteTools: 'tools',
  imageGenerateTools: 'tools',
  handoffTools: 'tools',
  mcpConfigs: 'tools',
  documents: 'documents',
  memoryKeys: 'memory',
  wakeUpConfigs: 'automation',
  outboundTriggers: 'automation',
}

/** The part that shows a field, by the field's path. */
export function sectionOf(path: string): Section {
  return SECTION_OF[path.split('.')[0] ?? '']
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  systemPrompt: 'Instructions',
  firstMessage: 'First message',
  icebreakers: 'Icebreakers',
  llmModel: 'Model',
  tools: 'HTTP tools',
  websiteTools: 'Websites',
  imageGenerateTools: 'Image generation',
  handoffTools: 'Handoffs',
  mcpConfigs: 'MCP connectors',
  memoryKeys: 'Memory keys',
  wakeUpConfigs: 'Wake-ups',
  outboundTriggers: 'Outbound triggers',
}

/** A field as the editor's labels call it. */
export function fieldWord(path: string): string {
  return FIELD_WORDS[path.split('.')[0] ?? ''] ?? path
}
