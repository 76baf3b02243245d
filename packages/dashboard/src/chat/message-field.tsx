import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './message-field.module.css'

/** Maximum length of a text in characters (contract/src/messages.ts). */
const LONGEST = 4096

/** Enter sends, Shift+Enter starts a new line, Escape leaves. Does not send while empty or already sending. */
export function MessageField({
  text,
  onText,
  onSend,
  isSending,
  isKept = false,
  mayBeEmpty = false,
  tools,
  placeholder,
  maxRows,
  className,
  sendLabel = 'Send',
  isRefused = false,
}: {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (text: string) => void
  readonly isSending: boolean
  /** Whether the text stays in the field, read-only, until it is sent. */
  readonly isKept?: boolean
  /** Whether it can be sent without a text, because it has files. */
  readonly mayBeEmpty?: boolean
  /** Further buttons. With them, all buttons are in a bar below the text, which has the full width. */
  readonly tools?: ReactNode
  /** Whether the text cannot be sent as it is. */
  readonly isRefused?: boolean
  readonly placeholder: string
  readonly maxRows: number
  readonly className: string | undefined
  /** The text of the button below the text. */
  readonly sendLabel?: string | undefined
}) {
  const isEmpty = text.trim() === '' && !mayBeEmpty
  const submit = () => {
    if (!isEmpty && !isRefused && !isSending) onSend(text)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
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
        dir="auto"
        placeholder={placeholder}
        minRows={1}
        maxRows={maxRows}
        maxLength={LONGEST}
        readOnly={isKept && isSending}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {tools === undefined ? (
        <ActionIcon
          type="submit"
          variant="filled"
          color="indigo"
          size={36}
          aria-label="Send"
          loading={isSending}
          disabled={isEmpty || isRefused}
        >
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <div className={classes.toolbar}>
          {tools}
          <Button
            type="submit"
            size="xs"
            leftSection={<IconSend size={14} aria-hidden />}
            loading={isSending}
            disabled={isEmpty || isRefused}
          >
            {sendLabel}
          </Button>
        </div>
      )}
    </form>
  )
}
