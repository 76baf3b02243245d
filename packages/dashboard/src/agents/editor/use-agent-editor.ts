import { useForm } from '@mantine/form'
import { type Agent, getAgent, saveDraft, updateAgent } from '@replywright/contract/agents.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, callRevised, type Revised, readRevised } from '../../api/call.ts'
import { type Edited, useEditedSave } from '../../ui/edit-conflict.tsx'
import { tell } from '../../ui/notices.tsx'
import { type AgentValues, changedFields, changeOf, refusedFields, validateAgent, valuesOf } from './agent-values.ts'

/** Returns an agent's form, its unsaved state and its save actions. `onErrors` receives the invalid fields' paths. */
export function useAgentEditor(
  revised: Revised<Agent>,
  isReadOnly: boolean,
  onErrors: (paths: readonly string[]) => void,
) {
  const agent = revised.resource
  const { id } = agent
  /** The published agent as the form was opened with it. */
  const [opened, setOpened] = useState(() => editedOf(revised))
  const before = opened.values
  /** The values of the draft that is edited; undefined if the agent is. */
  const [drafted, setDrafted] = useState<AgentValues>()
  /** The revision of the draft that is edited. */
  const [draftedRevision, setDraftedRevision] = useState<number>()
  const [version, setVersion] = useState(0)
  const form = useForm<AgentValues>({ initialValues: before, validate: validateAgent })
  const queries = useQueryClient()
  /** The stored agent that was last compared with the shown one. */
  const seen = useRef(agent)
  const query = readRevised(getAgent, { params: { id } })
  const draftQuery = readRevised(getAgent, { params: { id }, query: { draft: 'true' } })

  /** Replaces all form values. The new version resets fields that keep their own state. */
  const show = (stored: Edited<AgentValues>) => {
    setOpened(stored)
    setDrafted(undefined)
    form.setValues(stored.values)
    form.clearErrors()
    setVersion((shown) => shown + 1)
    seen.current = agent
  }
  /** An agent without unsaved changes is shown as other users saved it. */
  const showStored = useEffectEvent((stored: Revised<Agent>) => {
    if (stored.resource === seen.current) return
    seen.current = stored.resource
    const edited = editedOf(stored)
    if (changedFields(before, edited.values).length > 0) show(edited)
    else setOpened(edited)
  })
  const showErrors = (error: unknown) => {
    const errors = refusedFields(error)
    form.setErrors(errors)
    onErrors(Object.keys(errors))
  }
  const saving = useEditedSave<AgentValues, Revised<Agent>>({
    read: async () => editedOf(await callRevised(getAgent, { params: { id } })),
    write: (mine, { values, revision }) =>
      callRevised(updateAgent, { params: { id }, body: changeOf(values, mine, values) }, revision),
    changed: changedFields,
    onSaved: (saved) => {
      show(editedOf(saved))
      // The draft as it was read before lacks what was saved, and would look like a change.
      void queries.resetQueries({ queryKey: draftQuery.queryKey })
      queries.setQueryData(query.queryKey, saved)
      void queries.invalidateQueries()
      tell('Saved')
    },
    onReload: show,
  })
  const { data: readDraft } = useQuery({ ...draftQuery, enabled: !isReadOnly })
  const whole = readDraft?.resource
  const draft = whole && changedFields(valuesOf(agent), valuesOf(whole)).length > 0 ? whole : undefined
  // Somebody may have deleted the draft that is edited. Its values are then changes of the published agent.
  const isDraft = draft !== undefined && drafted !== undefined
  const isDirty = changedFields(isDraft ? drafted : before, form.values).length > 0
  useEffect(() => {
    if (!isDirty && !isDraft) showStored(revised)
  }, [revised, isDirty, isDraft])
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
      else show(editedOf(revised))
      void queries.invalidateQueries()
      tell('Draft saved')
    },
    onError: (error) => {
      showErrors(error)
      void queries.invalidateQueries({ queryKey: draftQuery.queryKey })
    },
  })
  // An error of one is no longer true after the other.
  const save = (mine: AgentValues) => {
    drafting.reset()
    saving.save(opened, mine, showErrors)
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
    showPublished: () => show(editedOf(revised)),
    /** Shows the agent as it is stored now. */
    reload: async () => {
      const stored = await callRevised(getAgent, { params: { id } })
      queries.setQueryData(query.queryKey, stored)
      show(editedOf(stored))
    },
    /** Shows a stored agent instead of the edited values. */
    replace: (stored: Revised<Agent>) => show(editedOf(stored)),
    discard: () => {
      saving.reset()
      drafting.reset()
      if (isDraft && readDraft) showDraft(readDraft)
      else show(editedOf(revised))
    },
    conflict: saving.conflict,
  }
}

function editedOf({ resource, revision }: Revised<Agent>): Edited<AgentValues> {
  return { values: valuesOf(resource), revision }
}
