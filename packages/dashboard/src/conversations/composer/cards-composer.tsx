import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../ui/form-parts.tsx'
import { LimitedInput } from '../../ui/limited-input.tsx'
import { AddRow, focusFirst, RemoveRow } from '../../ui/row-buttons.tsx'
import { Hint } from '../../ui/text.tsx'
import {
  CardsValues,
  cardsMessage,
  emptyCard,
  LEAST_CARDS,
  MOST_CARDS,
  MOST_REPLIES,
  validateCards,
} from './cards-values.ts'
import classes from './composer.module.css'
import { HEADER_HINTS } from './header-values.ts'
import { type ComposerForm, useDraftedForm } from './use-drafted-form.ts'

const FILES = [
  { value: 'image', label: 'Pictures' },
  { value: 'video', label: 'Videos' },
]
const BUTTONS = [
  { value: 'url', label: 'A link each' },
  { value: 'quick_reply', label: 'Quick replies' },
]
const REPLIES = Array.from({ length: MOST_REPLIES }, (_, position) => position)
const LONGEST = { body: 1024, text: 160, label: 20 }

const newCard = () => emptyCard(crypto.randomUUID())
const empty = (): CardsValues => ({ body: '', file: 'image', button: 'url', cards: [newCard(), newCard()] })
const FORM = { schema: CardsValues, empty, validate: validateCards }

/** A text above two to ten cards with a picture or a video, and a link or quick replies each. */
export function CardsComposer(message: ComposerForm) {
  const { form, send, isSending, error } = useDraftedForm('cards', FORM, message)
  const { cards, button, file } = form.values
  const [added, setAdded] = useState<string>()
  const add = () => {
    const card = newCard()
    setAdded(card.key)
    form.insertListItem('cards', card)
  }
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit((values) => send(cardsMessage(values)))}>
      <FormError error={error} />
      <Textarea
        label="Text"
        dir="auto"
        required
        autoFocus
        minRows={1}
        maxRows={6}
        maxLength={LONGEST.body}
        {...form.getInputProps('body')}
      />
      <Group gap="xs">
        <NativeSelect size="xs" aria-label="Files of the cards" data={FILES} {...form.getInputProps('file')} />
        <NativeSelect size="xs" aria-label="Buttons of the cards" data={BUTTONS} {...form.getInputProps('button')} />
      </Group>
      <Hint>{HEADER_HINTS[file]}</Hint>
      <div className={classes.cards}>
        {cards.map((card, index) => (
          <CardFields
            key={card.key}
            number={index + 1}
            button={button}
            isNew={card.key === added}
            inputProps={(field) => form.getInputProps(`cards.${index}.${field}`)}
            onRemove={cards.length > LEAST_CARDS ? () => form.removeListItem('cards', index) : undefined}
          />
        ))}
      </div>
      {form.errors.cards && (
        <Text size="xs" c="red" role="alert">
          {form.errors.cards}
        </Text>
      )}
      <Group justify="space-between">
        <AddRow size="compact-sm" variant="subtle" disabled={cards.length >= MOST_CARDS} onClick={add}>
          Add card
        </AddRow>
        <Button type="submit" size="xs" loading={isSending}>
          {message.sendLabel}
        </Button>
      </Group>
    </form>
  )
}

function CardFields({
  number,
  button,
  isNew,
  inputProps,
  onRemove,
}: {
  readonly number: number
  readonly button: CardsValues['button']
  readonly isNew: boolean
  readonly inputProps: (field: string) => object
  /** Undefined if there are not more cards than required. */
  readonly onRemove: (() => void) | undefined
}) {
  const name = `Card ${number}`
  return (
    <fieldset ref={isNew ? focusFirst : undefined} className={classes.card} aria-label={name}>
      <div className={classes.cardHead}>
        {name}
        <RemoveRow label={`Remove card ${number}`} disabled={!onRemove} onClick={() => onRemove?.()} />
      </div>
      <TextInput
        size="xs"
        aria-label={`${name} file`}
        placeholder="URL of the file, https://"
        type="url"
        {...inputProps('link')}
      />
      <Textarea
        size="xs"
        aria-label={`${name} text`}
        placeholder="Text, at most 3 lines"
        dir="auto"
        minRows={1}
        maxRows={3}
        maxLength={LONGEST.text}
        {...inputProps('text')}
      />
      {button === 'url' ? (
        <>
          <LimitedInput
            size="xs"
            aria-label={`${name} link text`}
            placeholder="Text of the link"
            dir="auto"
            maxLength={LONGEST.label}
            {...inputProps('label')}
          />
          <TextInput
            size="xs"
            aria-label={`${name} link`}
            placeholder="URL of the link, https://"
            type="url"
            {...inputProps('url')}
          />
        </>
      ) : (
        REPLIES.map((position) => (
          <LimitedInput
            key={position}
            size="xs"
            aria-label={`${name} quick reply ${position + 1}`}
            placeholder={position === 0 ? 'Quick reply' : 'Quick reply (optional)'}
            dir="auto"
            maxLength={LONGEST.label}
            {...inputProps(`replies.${position}`)}
          />
        ))
      )}
    </fieldset>
  )
}
