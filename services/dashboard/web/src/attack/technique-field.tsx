import { TextField } from '../ui/field.js';

/** Asks for a technique by its id. */
export const TechniqueField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <TextField label="Technique" help="Its ATT&CK id, such as T1098.001." isRequired value={value} onChange={onChange} />
);

/** An id as somebody typed it, as the API takes it. */
export const typedId = (text: string): string => text.trim().toUpperCase();
