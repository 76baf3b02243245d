import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { ApiError } from '../../api/api-error.ts'
import { words } from '../words.ts'

/** Thrown if another user has renamed a document. `current` is its name. */
export class RenamedError extends ApiError {
  override name = 'RenamedError'
  readonly current: string
  constructor(current: string) {
    super(words.documents.renamed(current), { status: 409, code: 'conflict' })
    this.current = current
  }
}

/** Returns the documents with a new name of one of them. @throws RenamedError if its name is not `seen` any more */
export function renameDocument(
  all: readonly AgentDocument[],
  id: string,
  { seen, chosen }: { readonly seen: string; readonly chosen: string },
): readonly AgentDocument[] {
  const current = all.find((each) => each.id === id)?.name
  if (current !== undefined && current !== seen && current !== chosen) throw new RenamedError(current)
  return all.map((each) => (each.id === id ? { ...each, name: chosen } : each))
}
