import { createAgent } from '@messaging/contract/agents.ts'
import * as v from 'valibot'
import { parseJson } from '../../api/api-error.ts'
import { sentence } from '../../ui/form-errors.ts'
import { requestProblem } from '../tools/api-schema.ts'
import { type AgentValues, inputOf } from './agent-values.ts'

/** Returns the validation errors of the values, by form path. */
export function validateAgent(values: AgentValues): Record<string, string> {
  const errors: Record<string, string> = {}
  values.tools.forEach(({ apiSchema }, index) => {
    const json = parseJson(apiSchema)
    const problem = json === undefined ? 'Must be JSON.' : requestProblem(json)
    if (problem !== undefined) errors[`tools.${index}.apiSchema`] = problem
  })
  for (const field of ['memoryKeys', 'outcomeKeys'] as const) {
    const names = values[field].map(({ memoryKey }) => memoryKey.trim())
    names.forEach((name, index) => {
      if (name !== '' && names.indexOf(name) < index) errors[`${field}.${index}.memoryKey`] = 'Duplicate.'
    })
  }
  const checked = v.safeParse(createAgent.body, inputOf(values))
  for (const issue of checked.issues ?? []) {
    const path = formPath(v.getDotPath(issue) ?? '')
    errors[path] ??= sentence(wordsOf(path, issue.message))
  }
  return errors
}

/** Returns the form path of an API field. The form calls the key of a memory or outcome key `memoryKey`. */
export function formPath(path: string): string {
  return path.replace(/^((?:memory|outcome)Keys\.\d+\.)key$/, '$1memoryKey')
}

function wordsOf(path: string, message: string): string {
  if (path.endsWith('.creditCost')) return 'must be a whole number'
  return message.startsWith('Invalid UUID') ? 'required' : message
}
