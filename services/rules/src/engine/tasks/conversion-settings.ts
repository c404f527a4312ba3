import {
  type ConvertOptions,
  type DataPlace,
  type FormChoices,
  parsePipeline,
  SigmaError,
  type TargetId,
} from '@tripline/sigma';

/** A processing pipeline as an engine thread gets it. */
export interface PipelineText {
  /** Its name, for a text that has none of its own. */
  readonly name: string;
  readonly text: string;
  /** Whether the built-in maps come after it. */
  readonly builtInMaps: boolean;
}

/** Where the data is, and which names it has where no pipeline says so. */
export interface DataPlaces extends DataPlace {
  /** The named stack of each target; its default for one that is missing. */
  readonly stack?: Readonly<Partial<Record<TargetId, string>>>;
  /** Whether the built-in maps name what the pipelines leave open; else as the pipelines have it. */
  readonly builtInMaps?: boolean;
}

/** What conversions are made with, beside the rule. */
export interface ConversionSettings extends DataPlaces {
  readonly pipelines: readonly PipelineText[];
  /** What deployable forms are made with, beside the conversion. */
  readonly form?: FormChoices;
}

/** The built-in maps alone. */
export const BUILT_IN: ConversionSettings = { pipelines: [] };

/** Options of a conversion into one target. */
export type OptionsOf = (target: TargetId) => ConvertOptions;

const cached = new WeakMap<ConversionSettings, OptionsOf>();

/**
 * Reads the settings, once for all conversions made with this object.
 * @throws SigmaError at a target's options where a pipeline cannot be read: one that was saved by another release
 */
export function readSettings(settings: ConversionSettings): OptionsOf {
  const present = cached.get(settings);
  if (present !== undefined) return present;
  const read = optionsOf(settings);
  cached.set(settings, read);
  return read;
}

function optionsOf({ builtInMaps, form: _, pipelines, stack = {}, ...place }: ConversionSettings): OptionsOf {
  try {
    const mapped = builtInMaps ?? pipelines.every((pipeline) => pipeline.builtInMaps);
    const options = {
      ...place,
      pipeline: mapped ? 'default' : 'none',
      pipelines: pipelines.map(({ name, text }) => parsePipeline(text, { file: name })),
    } as const;
    return (target) => {
      const id = stack[target];
      return id === undefined ? options : { ...options, stack: id };
    };
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error;
    return () => {
      throw error;
    };
  }
}
