import type { Tool } from '../../agents/tool.ts'

/** The name of the tool that returns the whole result of an earlier tool call. */
export const RECALL = 'recall'

const PARAMETERS = {
  type: 'object',
  properties: { id: { type: 'string', description: 'The id that stands where the result was cut.' } },
  required: ['id'],
  additionalProperties: false,
}

/** The data tags around a result. */
const MARKS = /^<data [^>]*>\n?|\n?<\/data>$/g

/** Returns the tool that returns the results in `results` (texts by id), or none if there are none. */
export function recallTools(results: ReadonlyMap<string, string>): Tool[] {
  if (results.size === 0) return []
  return [
    {
      name: RECALL,
      description:
        'Returns the whole result of an earlier tool call of this conversation. Use it when you need what was cut from the result. It does not call the tool again.',
      parameters: PARAMETERS,
      changesOutside: false,
      creditCost: 0,
      run: async ({ id }) => ({
        text: results.get(String(id).trim())?.replaceAll(MARKS, '') ?? `There is no result with the id ${String(id)}.`,
      }),
    },
  ]
}
