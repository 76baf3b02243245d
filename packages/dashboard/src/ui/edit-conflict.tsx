import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { CodeBlock } from './copy.tsx'
import { type ChangedFields, mergeEdits } from './merge-edits.ts'
import { Bullets } from './text.tsx'

/** The form values of a resource as they were read, and its revision then. */
export interface Edited<Values> {
  readonly values: Values
  readonly revision: number
}

interface Conflict<Values> {
  readonly fields: readonly (keyof Values & string)[]
  readonly stored: Edited<Values>
  readonly merged: Values
}

interface Save<Values> {
  readonly before: Edited<Values>
  readonly mine: Values
  readonly keepsMine?: boolean
  readonly onError: OnError | undefined
}

type OnError = (error: unknown) => void

/** How a resource is read and written. */
interface Stored<Values, Saved> {
  readonly read: () => Promise<Edited<Values>>
  /** `base` are the stored values from which `values` were edited. */
  readonly write: (values: Values, base: Edited<Values>) => Promise<Saved>
  /** @default fields whose JSON differs */
  readonly changed?: ChangedFields<Values>
}

const MOST_TRIES = 3

/**
 * Saves edits of a resource that several people can edit. If someone else changed other fields meanwhile, both changes
 * are kept. If both changed the same fields, nothing is saved, and `conflict` has the props of an `EditConflictDialog`.
 * `write` must send the revision of `base`, so that the service rejects an outdated change with 409. `read` returns the
 * stored values. `onReload` receives them if the user discards the unsaved changes.
 */
export function useEditedSave<Values extends object, Saved>({
  onSaved,
  onReload,
  ...stored
}: Stored<Values, Saved> & {
  readonly onSaved: (saved: Saved) => unknown
  readonly onReload: (stored: Edited<Values>) => void
}) {
  const [conflict, setConflict] = useState<Conflict<Values> & Pick<Save<Values>, 'onError'>>()
  const saving = useMutation<{ readonly saved: Saved } | Conflict<Values>, Error, Save<Values>>({
    mutationFn: (save) => saveEdits(save, stored),
    onSuccess: async (result, { onError }) => {
      if ('saved' in result) await onSaved(result.saved)
      else setConflict({ ...result, onError })
    },
    onError: (error, { onError }) => onError?.(error),
  })
  return {
    /** Saves `mine`, which was edited from `before`. */
    save: (before: Edited<Values>, mine: Values, onError?: OnError) => saving.mutate({ before, mine, onError }),
    isPending: saving.isPending,
    error: saving.error,
    /** Forgets the error. */
    reset: saving.reset,
    conflict: {
      fields: conflict?.fields ?? [],
      stored: conflict?.stored.values,
      onClose: () => setConflict(undefined),
      onReload: () => {
        if (conflict) onReload(conflict.stored)
        setConflict(undefined)
      },
      onKeep: () => {
        if (conflict) {
          const { stored: before, merged: mine, onError } = conflict
          saving.mutate({ before, mine, keepsMine: true, onError })
        }
        setConflict(undefined)
      },
    },
  }
}

async function saveEdits<Values extends object, Saved>(
  { before, mine, keepsMine = false }: Save<Values>,
  { read, write, changed }: Stored<Values, Saved>,
): Promise<{ readonly saved: Saved } | Conflict<Values>> {
  let [base, values] = [before, mine]
  for (let tries = 1; ; tries++)
    try {
      return { saved: await write(values, base) }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || tries === MOST_TRIES) throw error
      const stored = await read()
      // The conflict has another reason, such as a name that exists.
      if (stored.revision === base.revision) throw error
      const { merged, conflicts } = mergeEdits(base.values, values, stored.values, changed)
      if (conflicts.length > 0 && !keepsMine) return { fields: conflicts, stored, merged }
      ;[base, values] = [stored, merged]
    }
}

/** Reports that the same fields were changed elsewhere, shows their stored texts, and asks which values to keep. */
export function EditConflictDialog<Field extends string>({
  fields,
  stored = {},
  labelOf,
  onClose,
  onReload,
  onKeep,
}: {
  /** The fields that both changed; empty if there is no conflict. */
  readonly fields: readonly Field[]
  /** The stored values. */
  readonly stored?: Partial<Readonly<Record<Field, unknown>>> | undefined
  readonly labelOf: (field: Field) => string
  readonly onClose: () => void
  readonly onReload: () => void
  readonly onKeep: () => void
}) {
  return (
    <Modal opened={fields.length > 0} onClose={onClose} title="Conflicting changes">
      <Stack>
        <Text>
          Someone changed these fields in the meantime, perhaps you in another tab. Texts are shown as they are stored
          now.
        </Text>
        <Bullets>
          {fields.map((field) => {
            const text = stored[field]
            return (
              <li key={field}>
                {labelOf(field)}
                {typeof text === 'string' && <CodeBlock value={text} label={`stored text: ${labelOf(field)}`} wrap />}
              </li>
            )
          })}
        </Bullets>
        <Text>
          Reload to discard your unsaved changes. Keep your changes to overwrite the stored values of these fields.
          Other stored changes are kept.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onReload}>
            Reload
          </Button>
          <Button onClick={onKeep}>Keep my changes</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
