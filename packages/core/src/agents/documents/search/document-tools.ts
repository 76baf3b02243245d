import type { StoredAgent } from '../../find-agent.ts'
import type { Tool } from '../../tool.ts'
import type { FoundPassage } from './rank-passages.ts'
import { type ReadyDocument, readyDocuments, type SearchAnswer, searchIn } from './search-documents.ts'

const MOST_NAMED = 30
const LONGEST_NAME = 80
const PARAMETERS = {
  type: 'object',
  properties: {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Words that the passages contain, in the language of the documents. Not a whole sentence.',
    },
  },
  required: ['query'],
  additionalProperties: false,
}

/** Returns a tool that searches the ready documents of an agent, or no tool without such a document. */
export async function documentTools(agent: StoredAgent): Promise<Tool[]> {
  const documents = await readyDocuments(agent)
  if (documents.length === 0) return []
  const { organizationId, id } = agent.head
  const tool: Tool = {
    name: 'search_documents',
    description: describe(documents),
    parameters: PARAMETERS,
    changesOutside: false,
    creditCost: 0,
    run: async ({ query }) => ({ text: resultText(await searchIn(organizationId, id, documents, String(query))) }),
  }
  return [tool]
}

function describe(documents: readonly ReadyDocument[]): string {
  const names = documents.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(name.slice(0, LONGEST_NAME)))
  const more = documents.length > MOST_NAMED ? ` and ${documents.length - MOST_NAMED} more` : ''
  return `Finds passages in the documents ${names.join(', ')}${more}. Search before you answer a question that they may cover. Search again with other words if nothing fits.`
}

function resultText({ passages, leftOut }: SearchAnswer): string {
  const missing =
    leftOut.length > 0 ? `\n\nNot searched, because the documents are too large: ${namesOf(leftOut)}.` : ''
  if (passages.length === 0) return `Nothing was found.${missing}`
  return passages.map(passageText).join('\n\n---\n\n') + missing
}

function passageText({ documentName, place, text }: FoundPassage): string {
  return `From ${JSON.stringify(documentName)}${place ? `, ${place}` : ''}:\n${text}`
}

function namesOf(documents: readonly ReadyDocument[]): string {
  return documents
    .slice(0, MOST_NAMED)
    .map(({ name }) => JSON.stringify(name))
    .join(', ')
}
