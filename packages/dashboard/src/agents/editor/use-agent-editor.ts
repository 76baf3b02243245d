import { useForm } from '@mantine/form'
import { type Agent, getAgent, saveDraft, updateAgent } from '@replywright/contract/agents.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, callRevised, type Revised, read, readRevised } from '../../api/call.ts'
import { tell } from '../../ui/notices.tsx'
import {
  type AgentValues,
  changedFields,
  changeOf,
  conflictsOf,
  refusedFields,
  validateAgent,
  valuesOf,
} from './agent-values.ts'

type Conflict = Extract<Saved, { readonly kind: 'conflict' }>

/** Returns an agent's form, its unsaved state and its save actions. `onErrors` receives the invalid fields' paths. */
export function useAgentEditor(agent: Agent, isReadOnly: boolean, onErrors: (paths: readonly string[]) => void) {
  const { id } = agent
  const [before, setBefore] = useState(() => valuesOf(agent))
  /** The values of the draft that is edited; undefined if the agent is. */
  const [drafted, setDrafted] = useState<AgentValues>()
  /** The revision of the draft that is edited. */
  const [draftedRevision, setDraftedRevision] = useState<number>()
  const [version, setVersion] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const form = useForm<AgentValues>({ initialValues: before, validate: validateAgent })
  const queries = useQueryClient()
  /** The stored agent that was last compared with the shown one. */
  const seen = useRef(agent)
  const draftQuery = readRevised(getAgent, { params: { id }, query: { draft: 'true' } })

  /** Replaces all form values. The new version resets fields that keep their own state. */
  const show = (values: AgentValues) => {
    setBefore(values)
    setDrafted(undefined)
    form.setValues(values)
    form.clearErrors()
    setVersion((shown) => shown + 1)
    setConflict(undefined)
    seen.current = agent
  }
  /** An agent without unsaved changes is shown as other users saved it. */
  const showStored = useEffectEvent((stored: Agent) => {
    if (stored === seen.current) return
    seen.current = stored
    if (changedFields(before, valuesOf(stored)).length > 0) show(valuesOf(stored))
  })
  const showErrors = (error: Error) => {
    const errors = refusedFields(error)
    form.setErrors(errors)
    onErrors(Object.keys(errors))
  }
  const saving = useMutation<Saved, Error, SaveRequest>({
    mutationFn: (request) => saveAgent(request),
    onSuccess: (saved) => {
      if (saved.kind === 'conflict') return setConflict(saved)
      show(valuesOf(saved.agent))
      // The draft as it was read before lacks what was saved, and would look like a change.
      void queries.resetQueries({ queryKey: draftQuery.queryKey })
      queries.setQueryData(read(getAgent, { params: { id: agent.id } }).queryKey, saved.agent)
      void queries.invalidateQueries()
      tell('Saved')
    },
    onError: showErrors,
  })
  const { data: readDraft } = useQuery({ ...draftQuery, enabled: !isReadOnly })
  const whole = readDraft?.resource
  const draft = whole && changedFields(valuesOf(agent), valuesOf(whole)).length > 0 ? whole : undefined
  // Somebody may have deleted the draft that is edited. Its values are then changes of the published agent.
  const isDraft = draft !== undefined && drafted !== undefined
  const isDirty = changedFields(isDraft ? drafted : before, form.values).length > 0
  useEffect(() => {
    if (!isDirty && !isDraft) showStored(agent)
  }, [agent, isDirty, isDraft])
  /** Shows the draft, whose changes are saved. */
  const showDraft = ({ resource, revision }: Revised<Agent>) => {
    const values = valuesOf(resource)
    setDrafted(values)
    setDraftedRevision(revision)
    form.setValues(values)
    form.clearErrors()
    setVersion((shown) => shown + 1)
  }
  const drafting = useMutation<unknown, Error, AgentValues>({
    // Items that only the draft has keep their ids. The edited draft may have been deleted.
    mutationFn: (mine) =>
      call(
        saveDraft,
        { params: { id }, body: changeOf(isDraft ? drafted : before, mine, draft ?? agent) },
        // Without a draft, changes of the published agent by others do not matter.
        { ifMatch: draft && (drafted ? draftedRevision : readDraft?.revision) },
      ),
    onSuccess: async () => {
      // The next save requires the new revision.
      await queries.invalidateQueries({ queryKey: draftQuery.queryKey })
      const stored = queries.getQueryData(draftQuery.queryKey)
      if (stored) showDraft(stored)
      else show(valuesOf(agent))
      void queries.invalidateQueries()
      tell('Draft saved')
    },
    onError: (error) => {
      showErrors(error)
      void queries.invalidateQueries({ queryKey: draftQuery.queryKey })
    },
  })
  // An error of one is no longer true after the other.
  const save = (mine: AgentValues, keepMine = false) => {
    drafting.reset()
    saving.mutate({ id, before, mine, keepMine })
  }
  const saveAsDraft = (mine: AgentValues) => {
    saving.reset()
    drafting.mutate(mine)
  }
  const showInvalid = (errors: object) => onErrors(Object.keys(errors))
  return {
    form,
    version,
    isDirty,
    isSaving: saving.isPending || drafting.isPending,
    error: saving.error ?? drafting.error,
    submit: form.onSubmit((values) => (isDraft ? saveAsDraft(values) : save(values)), showInvalid),
    submitDraft: form.onSubmit(saveAsDraft, showInvalid),
    /** The agent with the fields of its draft, if it has one. */
    draft,
    /** Whether the form has the draft, and not the published agent. */
    isDraft,
    showDraft: () => readDraft && showDraft(readDraft),
    showPublished: () => show(valuesOf(agent)),
    /** Shows the agent as it is stored now. */
    reload: async () => {
      const stored = await call(getAgent, { params: { id } })
      queries.setQueryData(read(getAgent, { params: { id } }).queryKey, stored)
      show(valuesOf(stored))
    },
    /** Shows a stored agent instead of the edited values. */
    replace: (stored: Agent) => show(valuesOf(stored)),
    discard: () => {
      saving.reset()
      drafting.reset()
      if (isDraft && readDraft) showDraft(readDraft)
      else show(valuesOf(agent))
    },
    conflict: {
      fields: conflict?.fields ?? [],
      stored: conflict && valuesOf(conflict.stored),
      close: () => setConflict(undefined),
      reload: () => conflict && show(valuesOf(conflict.stored)),
      keep: () => {
        setConflict(undefined)
        save(form.getValues(), true)
      },
    },
  }
}

interface SaveRequest {
  readonly id: string
  /** The values when the editor was opened. */
  readonly before: AgentValues
  readonly mine: AgentValues
  /** Whether to overwrite other users' changes to the same fields. */
  readonly keepMine: boolean
}

type Saved =
  | { readonly kind: 'saved'; readonly agent: Agent }
  /** Nothing was saved, because another user changed the same `fields`. `stored` is the current agent. */
  | { readonly kind: 'conflict'; readonly fields: readonly (keyof AgentValues)[]; readonly stored: Agent }

/** Saves the changes, unless another user changed the same fields. @throws ApiError */
async function saveAgent(request: SaveRequest, isRetry = false): Promise<Saved> {
  const { id, before, mine, keepMine } = request
  const { resource: stored, revision } = await callRevised(getAgent, { params: { id } })
  const fields = keepMine ? [] : conflictsOf(before, mine, stored)
  if (fields.length > 0) return { kind: 'conflict', fields, stored }
  try {
    const body = changeOf(before, mine, stored)
    const agent = await call(updateAgent, { params: { id }, body }, { ifMatch: revision })
    return { kind: 'saved', agent }
  } catch (error) {
    // Another user saved after the read above: check again for conflicts.
    const isRace = error instanceof ApiError && error.status === 409
    if (!isRace || isRetry) throw error
    return await saveAgent(request, true)
  }
}
