import { Modal, Switch } from '@mantine/core'
import { useState } from 'react'
import { areShortcutsEnabled, enableShortcuts, useShortcuts } from './shortcut.tsx'
import classes from './shortcut-list.module.css'

/** A dialog with the shortcuts of the page. */
export function ShortcutList({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [isEnabled, setEnabled] = useState(areShortcutsEnabled)
  const shortcuts = useShortcuts()
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.list}>
        {shortcuts.map(({ key, label }) => (
          <div key={`${key} ${label}`} className={classes.row}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use single-key shortcuts"
        checked={isEnabled}
        onChange={({ currentTarget }) => {
          enableShortcuts(currentTarget.checked)
          setEnabled(currentTarget.checked)
        }}
      />
    </Modal>
  )
}
