import { Modal } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { movedTo } from './items.ts'
import classes from './palette.module.css'
import { usePaletteGroups } from './use-palette-groups.ts'

const PAUSE_MS = 200

/** Finds and opens any page or object by the keyboard. */
export function Palette({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const isNarrow = useMediaQuery('(max-width: 36em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isNarrow}
      withCloseButton={isNarrow}
      centered={false}
      size="36rem"
      title="Search"
      classNames={isNarrow ? {} : { header: classes.hidden }}
      closeButtonProps={{ 'aria-label': 'Close search' }}
      transitionProps={{ duration: 0 }}
      padding={isNarrow ? 'md' : 0}
    >
      <Finder onClose={onClose} />
    </Modal>
  )
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [searched] = useDebouncedValue(text.trim(), PAUSE_MS)
  const { groups, isLoading } = usePaletteGroups(text.trim(), searched)
  const navigate = useNavigate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const items = groups.flatMap((group) => group.items)
  const index = Math.min(chosen, Math.max(0, items.length - 1))
  const optionId = (at: number) => `${listId}-${at}`
  const open = (href: string | undefined) => {
    if (href === undefined) return
    onClose()
    void navigate({ href })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(items[index]?.href)
    const next = movedTo(event.key, index, items.length)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }
  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [index, listId])
  let at = -1
  return (
    <div className={classes.finder}>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Page, name, number or id"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? optionId(index) : undefined}
          placeholder="Page, name, number or id"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={listId} ref={list} aria-label="Search" className={classes.list}>
        {groups.map(({ title, items: inGroup }) => (
          <fieldset key={title} aria-label={title} className={classes.group}>
            <p aria-hidden className={classes.title}>
              {title}
            </p>
            {inGroup.map(({ id, label, hint, href }) => {
              at += 1
              return (
                <a
                  key={id}
                  id={optionId(at)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === index}
                  href={href}
                  className={classes.option}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey) return
                    event.preventDefault()
                    open(href)
                  }}
                >
                  <bdi>{label}</bdi>
                  {hint && <bdi className={classes.hint}>{hint}</bdi>}
                </a>
              )
            })}
          </fieldset>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {statusOf(items.length, isLoading)}
      </p>
    </div>
  )
}

function statusOf(count: number, isLoading: boolean): string {
  if (count > 0) return 'Arrow keys to select, Enter to open, Escape to close'
  return isLoading ? 'Searching' : 'No matches. Search by a name, a number or an id.'
}
