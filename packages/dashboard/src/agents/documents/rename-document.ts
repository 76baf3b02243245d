import type { AgentDocument } from '@messaging/contract/agents-sub-resources.ts'
import { ApiError } from '../../api/api-error.ts'

/** Thrown if a document was renamed in the meantime. `current` is its name. */
export class RenamedError extends ApiError {
  override name = 'RenamedError'
  readonly current: string
  constructor(current: string) {
    super(`This document was renamed to ${current} in the meantime. Select Rename again to replace that name.`, {
      status: 409,
      code: 'conflict',
    })
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
