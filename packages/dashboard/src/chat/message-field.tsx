import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'

/** Characters that a text may have (contract/src/messages.ts). */
const LONGEST = 4096

/** Where a text is written: Enter sends it, Shift and Enter begin a new line. An empty one, and a second one meanwhile, is not sent. */
export function MessageField({
  text,
  onText,
  onSend,
  isSending,
  isKept = false,
  placeholder,
  maxRows,
  className,
}: {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string) => void
  readonly isSending: boolean
  /** Whether the text stays until it is sent, and must not change meanwhile. */
  readonly isKept?: boolean
  readonly placeholder: string
  readonly maxRows: number
  readonly className: string | undefined
}) {
  const submit = () => {
    if (text.trim() !== '' && !isSending) onSend(text)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        flex={1}
        aria-label="Message"
        placeholder={placeholder}
        autosize
        maxRows={maxRows}
        maxLength={LONGEST}
        readOnly={isKept && isSending}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
      <ActionIcon type="submit" size={36} aria-label="Send" loading={isSending} disabled={text.trim() === ''}>
        <IconSend size={18} aria-hidden />
      </ActionIcon>
    </form>
  )
}
