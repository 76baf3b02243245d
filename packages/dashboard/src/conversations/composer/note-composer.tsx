import { Button, Group, Text, Textarea } from '@mantine/core'
import { addNote } from '@messaging/contract/dashboard/thread.ts'
import { useAction } from '../../api/use-action.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './composer.module.css'
import { useDraft } from './use-draft.ts'

/** Writes a note for the members. It is a draft until it is stored. */
export function NoteComposer({ conversationId }: { readonly conversationId: string }) {
  const [text, setText] = useDraft(`note:${conversationId}`)
  const adding = useAction(addNote, { onDone: () => setText('') })
  return (
    <form
      className={classes.form}
      data-note
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') adding.mutate({ params: { id: conversationId }, body: { text } })
      }}
    >
      <FormError error={adding.error} />
      <Textarea
        aria-label="Internal note"
        autoFocus
        dir="auto"
        autosize
        maxRows={8}
        maxLength={4000}
        readOnly={adding.isPending}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Only members see notes. They are never sent, and agents don’t read them.
        </Text>
        <Button type="submit" size="xs" loading={adding.isPending} disabled={text.trim() === ''}>
          Add note
        </Button>
      </Group>
    </form>
  )
}
