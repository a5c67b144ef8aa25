import { hashKey } from '@tanstack/react-query';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { keys } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { isActive, onRunEnd } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { Changes } from './change.ts';
import { MusicEdits, OptionEdits, Versions } from './film-edits.ts';
import { History } from './history.ts';
import { autoSaves, Saver } from './saver.ts';
import { Sections } from './section-actions.ts';
import { Checks, Order } from './section-order.ts';
import {
  createEditorStore,
  applyProject,
  type EditorDialog,
  type EditorState,
  type LostDraft,
} from './state.ts';
import { Trims } from './trim-actions.ts';
import { Words } from './word-actions.ts';
import {
  type InspectorTab,
  readSnap,
  readStrip,
  readTab,
  writeSnap,
  writeStrip,
  writeTab,
} from './workspace/remembered.ts';

/** Returns the IDs of the active runs that may change a project's sections. */
const runsOf = ({ processing, hearing, translation, preparations }: Project): string[] =>
  [processing, hearing, translation, ...preparations].filter(isActive).map(({ id }) => id);

/** The editor of a project in one language: its state and every action on it. */
export class Editor {
  readonly store;
  readonly saver;
  readonly history;
  readonly sections;
  readonly order;
  readonly checks;
  readonly music;
  readonly options;
  readonly trims;
  readonly versions;
  readonly words;
  readonly #changes;

  constructor(projectId: string, language: Language) {
    const store = createEditorStore(projectId, language);
    const saver = new Saver(store);
    const changes = new Changes(store);
    const history = new History({ store, saver, changes });
    const parts = { store, saver, changes, history };
    this.store = store;
    this.saver = saver;
    this.#changes = changes;
    this.history = history;
    this.sections = new Sections(parts);
    this.order = new Order(parts);
    this.checks = new Checks(parts);
    this.music = new MusicEdits(parts);
    this.options = new OptionEdits(parts);
    this.trims = new Trims(parts);
    this.versions = new Versions(parts);
    this.words = new Words(parts);
  }

  get state(): EditorState {
    return this.store.getState();
  }

  /**
   * Applies the project whenever it loads, until the returned function is called. That function saves
   * unsaved changes.
   */
  open(): () => void {
    const { projectId, language } = this.state;
    const key = keys.project(projectId, language);
    let applied: Project | undefined;
    // Changes made while this editor was closed may be this tab's own, for example in another language.
    let fresh = true;
    let runEnded = false;
    const apply = (): void => {
      const query = queryClient.getQueryState(key);
      const project = query?.data;
      if (!project || project === applied) return;
      const byRun =
        runEnded || (applied !== undefined && runsOf(applied).some((id) => !runsOf(project).includes(id)));
      const isFirst = applied === undefined;
      applied = project;
      const by = fresh ? 'unknown' : byRun || this.#changes.isOpen ? 'here' : 'elsewhere';
      fresh = query.isInvalidated || query.fetchStatus !== 'idle';
      runEnded = false;
      const lost = applyProject(this.store, project, by);
      this.saver.forgetReplaced();
      if (by !== 'here') this.#offerLost(isFirst ? [...lost, ...this.saver.restoreStored()] : lost);
    };
    apply();
    // An editor of another project or language may have changed the workspace since.
    this.store.setState({ tab: readTab(), strip: readStrip(), snap: readSnap() });
    const stopRuns = onRunEnd((run) => {
      if (run.projectId === projectId) runEnded = true;
    });
    const stop = queryClient.getQueryCache().subscribe((event) => {
      apply();
      const isRead = event.type === 'updated' && event.action.type === 'success';
      if (isRead && event.query.queryHash === hashKey(key)) this.saver.saveUnsent();
    });
    return () => {
      stop();
      stopRuns();
      this.store.setState({
        dialog: null,
        finding: false,
        pane: 'sections',
        checked: [],
        film: false,
        playingId: null,
      });
      if (autoSaves()) void this.saver.saveAll();
    };
  }

  /** Offers to restore sections that another tab deleted while they had unsaved changes. */
  #offerLost(lost: LostDraft[]): void {
    if (lost.length === 0) return;
    const names = lost.map(({ title }) => `“${title}”`).join(', ');
    const restore = async (): Promise<void> => {
      for (const { id, title, draft } of lost) {
        await this.sections.restore({ id, title });
        const { typed, ...patch } = draft;
        this.saver.edit(id, { ...(typed !== undefined && { transcription: typed }), ...patch });
      }
      if (autoSaves()) await this.saver.saveAll();
    };
    toast({
      title: 'Deleted in Another Tab',
      description: `${names} had unsaved changes.`,
      variant: 'destructive',
      duration: Number.POSITIVE_INFINITY,
      action: { label: 'Restore', onClick: () => void restore() },
    });
  }

  select(id: string | null): void {
    this.store.setState({ selectedId: id });
  }

  /** Selects the section at this distance in the list. Returns whether it exists. */
  selectBy(by: number): boolean {
    const { sections, selectedId } = this.state;
    const next = sections[sections.findIndex(({ id }) => id === selectedId) + by];
    if (next) this.select(next.id);
    return next !== undefined;
  }

  /** Previews the whole film, or only the selected section. */
  showFilm(film: boolean): void {
    this.store.setState({ film, playingId: null });
  }

  /** Opens a dialog; `null` closes it. */
  show(dialog: EditorDialog | null): void {
    this.store.setState({ dialog });
  }

  showFind(finding: boolean): void {
    this.store.setState({ finding });
  }

  /** Shows the selected text as a field or as the words of the transcript. */
  write(writing: boolean): void {
    this.store.setState({ writing });
  }

  /** Switches the pane of a small screen. */
  showPane(pane: EditorState['pane']): void {
    this.store.setState({ pane });
  }

  /** Shows a tab of the inspector and remembers it for the next visit. */
  inspect(tab: InspectorTab): void {
    this.store.setState({ tab });
    writeTab(tab);
  }

  /** Shows or hides the film strip and remembers the choice. */
  showStrip(strip: boolean): void {
    this.store.setState({ strip });
    writeStrip(strip);
  }

  /** Sets whether dragged edges snap and remembers the choice. */
  setSnap(snap: boolean): void {
    this.store.setState({ snap });
    writeSnap(snap);
  }

  /** Opens the dialog that asks for the target position of sections. */
  askPlace(ids: string[]): void {
    this.store.setState({ dialog: 'move', moving: ids });
  }

  /** Opens the dialog that renames a speaker of the selected section's video. */
  renameSpeaker(speaker: string): void {
    this.store.setState({ dialog: 'speaker', renaming: speaker });
  }

  /** Resolves when no call that changes the order or the set of sections is pending. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  /** Called when a film was requested, which includes all edits. */
  filmBegun(): void {
    this.store.setState({ edited: false });
  }
}
