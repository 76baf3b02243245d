import { useForm } from '@mantine/form'
import { type Agent, getAgent } from '@messaging/contract/agents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/read.ts'
import { tell } from '../../ui/tell.ts'
import { changedFields } from './agent-changes.ts'
import { type AgentValues, valuesOf } from './agent-values.ts'
import { type Saved, type SaveRequest, saveAgent } from './save-agent.ts'
import { refusedFields } from './server-errors.ts'
import { validateAgent } from './validate-agent.ts'

type Conflict = Extract<Saved, { readonly kind: 'conflict' }>

/** Returns an agent's form, its unsaved state and its save actions. `onErrors` receives the invalid fields' paths. */
export function useAgentEditor(agent: Agent, onErrors: (paths: readonly string[]) => void) {
  const [before, setBefore] = useState(() => valuesOf(agent))
  const [version, setVersion] = useState(0)
  const [conflict, setConflict] = useState<Conflict>()
  const form = useForm<AgentValues>({ initialValues: before, validate: validateAgent })
  const queries = useQueryClient()

  /** Replaces all form values. The new version resets fields that keep their own state. */
  const show = (values: AgentValues) => {
    setBefore(values)
    form.setValues(values)
    form.clearErrors()
    setVersion((shown) => shown + 1)
    setConflict(undefined)
  }
  const saving = useMutation<Saved, Error, SaveRequest>({
    mutationFn: (request) => saveAgent(request),
    onSuccess: (saved) => {
      if (saved.kind === 'conflict') return setConflict(saved)
      show(valuesOf(saved.agent))
      queries.setQueryData(read(getAgent, { params: { id: agent.id } }).queryKey, saved.agent)
      void queries.invalidateQueries()
      tell('Saved')
    },
    onError: (error) => {
      const errors = refusedFields(error)
      form.setErrors(errors)
      onErrors(Object.keys(errors))
    },
  })
  const save = (mine: AgentValues, keepMine = false) => saving.mutate({ id: agent.id, before, mine, keepMine })
  return {
    form,
    version,
    isDirty: changedFields(before, form.values).length > 0,
    isSaving: saving.isPending,
    error: saving.error,
    submit: form.onSubmit(
      (values) => save(values),
      (errors) => onErrors(Object.keys(errors)),
    ),
    /** Shows a stored agent instead of the edited values. */
    replace: (stored: Agent) => show(valuesOf(stored)),
    discard: () => {
      saving.reset()
      show(before)
    },
    conflict: {
      fields: conflict?.fields ?? [],
      close: () => setConflict(undefined),
      reload: () => conflict && show(valuesOf(conflict.stored)),
      keep: () => {
        setConflict(undefined)
        save(form.getValues(), true)
      },
    },
  }
}
