import { type ReactNode, useState } from 'react'
import { CodeFile } from './code-file.tsx'
import { Segments } from './field.tsx'
import { Modal } from './modal.tsx'

/** A file that a person can copy and download. */
export interface OfferedFile {
  /** What a person chooses, for example `CSS`. */
  readonly label: string
  /** The name of the file, for example `licet-theme.css`. */
  readonly name: string
  /**
   * Returns the text of the file.
   *
   * @throws {TypeError} when it cannot be written. Its message is shown.
   */
  readonly write: () => string
}

/** Props of {@link FilesDialog}. */
export interface FilesDialogProps {
  readonly title: string
  /** What differs between the files, for example `Format`. */
  readonly label: string
  readonly files: readonly OfferedFile[]
  /** What the person should know before downloading. */
  readonly warnings?: readonly string[] | undefined
  readonly onClose: () => void
}

/** A dialog with a few files, of which one is shown. */
export function FilesDialog({ title, label, files, warnings = [], onClose }: FilesDialogProps): ReactNode {
  const [chosen, setChosen] = useState(files[0]?.label)
  const file = files.find((one) => one.label === chosen)
  return (
    <Modal title={title} className="files-dialog" onClose={onClose}>
      {warnings.map((warning) => (
        <p key={warning} className="field-error" role="alert">
          {warning}
        </p>
      ))}
      <Segments
        label={label}
        options={files.map((one) => ({ value: one.label, label: one.label }))}
        value={chosen}
        onChange={setChosen}
      />
      {file && <Written key={file.name} file={file} />}
    </Modal>
  )
}

function Written({ file }: { readonly file: OfferedFile }): ReactNode {
  const text = tryWrite(file)
  if (typeof text === 'string') return <CodeFile name={file.name} text={text} />
  return (
    <p className="field-error" role="alert">
      {text.message}
    </p>
  )
}

function tryWrite(file: OfferedFile): string | TypeError {
  try {
    return file.write()
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}
