// Made by `npm run sdk` from the OpenAPI document. Do not edit.

export interface paths {
    "/api/footage/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many bytes of the file of a form for the footage have arrived.
         * @deprecated
         * @description API keys need the scope `read`.
         */
        get: operations["readFootageUpload"];
        put?: never;
        /**
         * Adds an uploaded video to the footage; the same file twice is one video.
         * @description API keys need the scope `edit`.
         */
        post: operations["addFootage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/film-style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies a style to the film as one edit: captions, titles, transitions, opening and closing card.
         * @description API keys need the scope `edit`.
         */
        post: operations["applyFilmStyle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a run and returns its credit.
         * @description API keys need the scope `generate`.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/film-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the check of a film found.
         * @description API keys need the scope `read`.
         */
        get: operations["readFilmCheck"];
        put?: never;
        /**
         * Checks a film, for free. Every new film is checked automatically.
         * @description API keys need the scope `generate`.
         */
        post: operations["checkFilm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/film-choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes options of the project's film, such as its aspect ratio. Can be undone.
         * @description API keys need the scope `edit`.
         */
        patch: operations["chooseForFilm"];
        trace?: never;
    };
    "/api/projects/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which sections repeat another one, and how relevant each is to the search.
         * @description API keys need the scope `read`.
         */
        get: operations["compareSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/versions/{versionId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has changed since a version, or from it to another one.
         * @description API keys need the scope `read`.
         */
        get: operations["compareVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs in by the token of an e-mailed link, in the browser that requested it. */
        post: operations["confirmSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/words/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms a withheld word, so that captions, narrations and exports include it.
         * @description API keys need the scope `edit`.
         */
        post: operations["confirmWord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copies sections with their texts and settings to the end of another project.
         * @description API keys need the scope `edit`.
         */
        post: operations["copySections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a custom section: text with an image, a video or neither.
         * @description API keys need the scope `edit`.
         */
        post: operations["createSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/cut": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets the cuts of several sections, in ms of their videos, as one edit.
         * @description API keys need the scope `edit`.
         */
        post: operations["cutSections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/footage/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a video from the footage. Projects made with it keep it.
         * @description API keys need the scope `edit`.
         */
        delete: operations["deleteFootage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A project with its sections and films.
         * @description API keys need the scope `read`.
         */
        get: operations["readProject"];
        put?: never;
        post?: never;
        /**
         * Deletes a project; it can be restored for 30 days.
         * @description API keys need the scope `edit`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Changes a project's title or description.
         * @description API keys need the scope `edit`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/sections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a section; it can be restored for 30 days.
         * @description API keys need the scope `edit`.
         */
        delete: operations["deleteSection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes several sections as one edit; they can be restored for 30 days.
         * @description API keys need the scope `edit`.
         */
        post: operations["deleteSections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirects to the film in a language, or to the newest film.
         * @description API keys need the scope `read`.
         */
        get: operations["downloadFilm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copies a project with its sections, for free.
         * @description API keys need the scope `edit`.
         */
        post: operations["duplicateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copies a section with its texts and settings, after itself.
         * @description API keys need the scope `edit`.
         */
        post: operations["duplicateSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/export/{format}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports the edit for other software: a timeline, subtitles or a list.
         * @description API keys need the scope `read`.
         */
        get: operations["exportFilm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a video by its link, with the details from its site and placeholders for the rest.
         * @description API keys need the scope `edit`.
         */
        post: operations["extractVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/music/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds music from a search to the film, with its credit. Can be undone.
         * @description API keys need the scope `edit`.
         */
        post: operations["fetchMusic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/subjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The faces in the videos of a project, for a framing that follows them.
         * @description API keys need the scope `read`.
         */
        get: operations["readSubjects"];
        put?: never;
        /**
         * Finds the faces in the videos of sections, for free. The film uses the same faces.
         * @description API keys need the scope `generate`.
         */
        post: operations["findSubjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts generating a film; with isview it returns the link of the existing film, or 404.
         * @description API keys need the scope `generate`.
         */
        post: operations["generateFilm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/hearing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribes a section's video again in the given language, for free.
         * @description API keys need the scope `generate`.
         */
        post: operations["hearAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/subtitles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports a subtitle file as the transcript of a video or of one section, or as its translation.
         * @description API keys need the scope `edit`.
         */
        post: operations["importSubtitles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/videos/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deleted compilations that can be restored.
         * @description API keys need the scope `read`.
         */
        get: operations["listDeletedProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deleted sections that can be restored.
         * @description API keys need the scope `read`.
         */
        get: operations["listDeletedSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/footage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user's own footage, newest first.
         * @description API keys need the scope `read`.
         */
        get: operations["listFootage"];
        put?: never;
        /**
         * Adds a video file to the footage, as multipart/form-data. Use the upload of a video instead.
         * @deprecated
         * @description API keys need the scope `edit`.
         */
        post: operations["sendFootage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user's compilations.
         * @description API keys need the scope `read`.
         */
        get: operations["listProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proposed edits of a project, newest first.
         * @description API keys need the scope `read`.
         */
        get: operations["listProposals"];
        put?: never;
        /**
         * Proposes an edit of several sections, which the creator accepts or declines. Nothing changes yet.
         * @description API keys need the scope `edit`.
         */
        post: operations["proposeEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/videos/shared": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The films that have a public link, newest first, with the settings of each link.
         * @description API keys need the scope `read`.
         */
        get: operations["listShares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The generated films, newest first: whether each can be compared and restored, and links to the files that are kept.
         * @description API keys need the scope `read`.
         */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The voices that a narration can have, best first.
         * @description API keys need the scope `read`.
         */
        get: operations["listVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/narration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The recording of a section's narration; starts making it if it does not exist. The film uses the same recording.
         * @description API keys need the scope `generate`.
         */
        post: operations["listenToSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/voice-sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sample sentence in the film's voice; starts recording it if it does not exist.
         * @description API keys need the scope `generate`.
         */
        post: operations["listenToVoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates missing previews of the project's videos, for free.
         * @description API keys need the scope `generate`.
         */
        post: operations["makePreviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/film-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sounds and captions of the film that would be generated now, section by section.
         * @description API keys need the scope `read`.
         */
        get: operations["previewFilm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a project from the selected videos and starts processing them, for one credit; with `film` a film follows.
         * @description API keys need the scope `generate`.
         */
        post: operations["processVideos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The defaults for publishing a film, with chapters and credits.
         * @description API keys need the scope `read`.
         */
        get: operations["proposePublishing"];
        put?: never;
        /**
         * Publishes a film to the channel in a run; the same film twice only when forced.
         * @description API keys need the scope `generate`.
         */
        post: operations["publishFilm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/youtube/upload/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many bytes of the file of a form for the channel have arrived.
         * @description API keys need the scope `read`.
         */
        get: operations["readChannelUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/clips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sections as clips, with their videos.
         * @description API keys need the scope `read`.
         */
        get: operations["readClips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this installation can do, and which services are simulated. */
        get: operations["readConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/generation-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many sections a film would render now.
         * @description API keys need the scope `read`.
         */
        get: operations["readGenerationPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/generation-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of the newest film.
         * @description API keys need the scope `read`.
         */
        get: operations["readGenerationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models of this machine, what each language needs, and the download in progress.
         * @description API keys need the scope `read`.
         */
        get: operations["readModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of processing.
         * @description API keys need the scope `read`.
         */
        get: operations["readProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/proposals/{proposalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A proposed edit, section by section, with the cost of its film.
         * @description API keys need the scope `read`.
         */
        get: operations["readProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run with its progress.
         * @description API keys need the scope `read`.
         */
        get: operations["readRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sound-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A new link to the film's sound as an M4A file, valid for an hour.
         * @description API keys need the scope `read`.
         */
        get: operations["readSoundLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The credits that are left, and the API key of the call with its scopes, budget and spending.
         * @description API keys need the scope `read`.
         */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/video-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A new link to the film, valid for an hour.
         * @description API keys need the scope `read`.
         */
        get: operations["readVideoLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The words spoken in a section and around it, with their times.
         * @description API keys need the scope `read`.
         */
        get: operations["readWords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redoes the last undone edit.
         * @description API keys need the scope `edit`.
         */
        post: operations["redoEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/music": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes the film's music. Can be undone.
         * @description API keys need the scope `edit`.
         */
        delete: operations["removeMusic"];
        options?: never;
        head?: never;
        /**
         * Sets the film's music to an uploaded audio file, or changes its settings.
         * @description API keys need the scope `edit`.
         */
        patch: operations["setMusic"];
        trace?: never;
    };
    "/api/sections/{id}/speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renames a speaker in all sections of the section's video. Speakers with the same name are merged.
         * @description API keys need the scope `edit`.
         */
        post: operations["renameSpeaker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sets the order of all sections.
         * @description API keys need the scope `edit`.
         */
        patch: operations["reorderSections"];
        trace?: never;
    };
    "/api/projects/{id}/sections/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces all matches in the titles and texts of all sections, or one match, as one edit.
         * @description API keys need the scope `edit`.
         */
        post: operations["replaceText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an e-mail with a link that signs in once, within 15 minutes, in this browser. The response is the same for every address. */
        post: operations["requestSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/objects/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an upload: the URL to PUT the file to, and its id for a section.
         * @description API keys need the scope `edit`.
         */
        post: operations["requestUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates or resumes the upload of an own video: the URL to PUT the file to.
         * @description API keys need the scope `edit`.
         */
        post: operations["requestVideoUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resets one analysed section to the result of the analysis; a split section becomes whole again.
         * @description API keys need the scope `edit`.
         */
        post: operations["resetSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/sections/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resets all analysed sections to the result of the analysis.
         * @description API keys need the scope `edit`.
         */
        post: operations["resetSections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restores a deleted project.
         * @description API keys need the scope `edit`.
         */
        post: operations["restoreProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restores a deleted section.
         * @description API keys need the scope `edit`.
         */
        post: operations["restoreSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/versions/{versionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restores the sections of a version, as one edit that can be undone.
         * @description API keys need the scope `edit`.
         */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries a failed or cancelled run.
         * @description API keys need the scope `generate`.
         */
        post: operations["retryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/videos/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retries the failed videos, for free.
         * @description API keys need the scope `generate`.
         */
        post: operations["retryVideos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/music/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One page of free music whose licence allows its use in a film, with the sources that failed.
         * @description API keys need the scope `read`.
         */
        get: operations["searchMusic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/videos/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One page of videos, full while a source has more. X-Total-Count has the total, as far as sources report it; X-Source-Errors names failed sources; X-Source-Pending reports that more videos are being prepared.
         * @description API keys need the scope `read`.
         */
        get: operations["searchVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/poster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sets the poster of a film: a frame of it, or an uploaded image. `null` removes it.
         * @description API keys need the scope `edit`.
         */
        patch: operations["setPoster"];
        trace?: never;
    };
    "/api/projects/{id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies the same transition to every cut of the film, as one edit.
         * @description API keys need the scope `edit`.
         */
        post: operations["setTransitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns the public link of the film in a language, or of the newest film. Creates it with the given settings if it does not exist.
         * @description API keys need the scope `edit`.
         */
        post: operations["shareFilm"];
        /**
         * Revokes the public link of the film in a language, or all links of the project.
         * @description API keys need the scope `edit`.
         */
        delete: operations["unshareFilm"];
        options?: never;
        head?: never;
        /**
         * Changes the settings of a public link: its expiry, its password, and whether viewers can download the file.
         * @description API keys need the scope `edit`.
         */
        patch: operations["updateShare"];
        trace?: never;
    };
    "/api/sections/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Splits a section in two.
         * @description API keys need the scope `edit`.
         */
        post: operations["splitSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/translate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translates every text that is not in a language yet, for free.
         * @description API keys need the scope `generate`.
         */
        post: operations["translateTexts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/projects/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes the last edit.
         * @description API keys need the scope `edit`.
         */
        post: operations["undoEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sections/{id}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes a section's title, text, range or media.
         * @description API keys need the scope `edit`.
         */
        patch: operations["updateSection"];
        trace?: never;
    };
    "/api/youtube/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a video to the channel in a run: a form with its file, or of an upload.
         * @description API keys need the scope `generate`.
         */
        post: operations["uploadToChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            code: string;
            message: string;
            requestId: string;
            details?: unknown;
        };
        Run: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "processing" | "generation" | "preparation" | "publishing" | "translation" | "listening" | "checking" | "hearing" | "previewing" | "framing";
            projectId: string | null;
            projectTitle: string;
            language: ("en" | "bn" | "hi") | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            percentage: number;
            stage: string;
            message: string;
            errorCode: string | null;
            /** @default true */
            retryable: boolean;
            /** @enum {string} */
            film?: "planned" | "started" | "refused";
            failedSectionId: string | null;
            estimate: {
                low: number;
                high: number;
            } | null;
            steps: {
                done: number;
                total: number;
                reused: number;
            };
            version: number;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
        };
        Video: {
            id: string;
            title: string;
            description: string | null;
            thumbnail: string;
            duration: number;
            source: string;
            sourceId: string;
            preview?: string | null;
            views: string;
            channel: string;
            license?: string | null;
            createdAt: string | null;
            userId: string | null;
        };
        Section: {
            /** @enum {string} */
            sound: "auto" | "original" | "narrated" | "muted";
            volume: number;
            fadeIn: number;
            fadeOut: number;
            speed: number;
            speaker: string | null;
            framing: ("blurred" | "fit" | "fill" | "follow") | null;
            crop: number;
            shotCrops: {
                atMs: number;
                crop: number;
            }[];
            /** @enum {string} */
            zoom: "none" | "in" | "out";
            /** @enum {string} */
            background: "dark" | "black" | "blue" | "teal" | "green" | "brown" | "red" | "purple";
            /** @enum {string} */
            cardPlace: "top" | "middle" | "bottom";
            /** @enum {string} */
            cardStyle: "plain" | "large" | "line";
            /** @enum {string} */
            cardFrame: "none" | "before" | "after";
            cardSubtitle: string;
            titled: boolean;
            cuts: {
                startMs: number;
                endMs: number;
            }[];
            captions: boolean;
            lowerName: string;
            lowerDetail: string;
            /** @enum {string} */
            lowerStyle: "boxed" | "plain" | "line";
            lowerStart: number;
            lowerSeconds: number;
            localized: {
                [key: string]: {
                    [key: string]: {
                        text: string;
                        of: string | null;
                    };
                };
            };
            /** @enum {string} */
            transition: "cut" | "crossfade" | "dip";
            transitionSeconds: number;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            clipid: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            kind: "analysed" | "custom";
            position: number;
            title: string;
            transcription: string;
            videoLink: string | null;
            videoURL: string | null;
            videoId: string;
            startTime: number;
            endTime: number;
            duration: number;
            effectiveDuration: number;
            effectiveEstimated: boolean;
            narrated: boolean;
            fit: {
                applied: ("speed" | "tempo" | "extend" | "slow" | "freeze")[];
                speed: number;
                tempo: number;
                extend: number;
                slow: number;
                freeze: number;
            } | null;
            bars?: {
                left: number;
                top: number;
                right: number;
                bottom: number;
                shape: number;
            };
            edges?: {
                start: {
                    handleMs: number;
                    insideMs: number;
                    outsideMs: number;
                };
                end: {
                    handleMs: number;
                    insideMs: number;
                    outsideMs: number;
                };
            };
            /** @enum {string} */
            voice: "original" | "narrated" | "muted" | "silent";
            /** @enum {string} */
            voiceReason: "chosen" | "as_spoken" | "corrected" | "other_text" | "other_language" | "own_text" | "replaced" | "no_text" | "no_sound";
            /** @enum {string} */
            textSource: "original" | "written" | "translated" | "untranslated" | "outdated";
            textLanguage: string;
            spoken: {
                language: string;
                text: string;
                kept: {
                    before: string;
                    inside: string;
                    after: string;
                } | null;
            } | null;
            /** @enum {string} */
            media: "video" | "image" | "none";
            changed: boolean;
            path: string;
            boundaries: {
                /** @enum {string} */
                start: "start" | "end" | "sentence" | "pause" | "shot" | "length" | "edited";
                /** @enum {string} */
                end: "start" | "end" | "sentence" | "pause" | "shot" | "length" | "edited";
            };
            wordsKey: string | null;
            saysWords: boolean;
            tellsSpeakers: boolean;
            preview: {
                videoUrl: string | null;
                thumbnailUrl: string;
                peaksUrl: string | null;
                peaksPerSecond: number;
                storyboard: {
                    url: string;
                    columns: number;
                    rows: number;
                    intervalSeconds: number;
                } | null;
                duration: number;
            } | null;
            video: components["schemas"]["Video"];
        };
        Clip: {
            /** @enum {string} */
            sound: "auto" | "original" | "narrated" | "muted";
            volume: number;
            fadeIn: number;
            fadeOut: number;
            speed: number;
            speaker: string | null;
            framing: ("blurred" | "fit" | "fill" | "follow") | null;
            crop: number;
            shotCrops: {
                atMs: number;
                crop: number;
            }[];
            /** @enum {string} */
            zoom: "none" | "in" | "out";
            /** @enum {string} */
            background: "dark" | "black" | "blue" | "teal" | "green" | "brown" | "red" | "purple";
            /** @enum {string} */
            cardPlace: "top" | "middle" | "bottom";
            /** @enum {string} */
            cardStyle: "plain" | "large" | "line";
            /** @enum {string} */
            cardFrame: "none" | "before" | "after";
            cardSubtitle: string;
            titled: boolean;
            cuts: {
                startMs: number;
                endMs: number;
            }[];
            captions: boolean;
            lowerName: string;
            lowerDetail: string;
            /** @enum {string} */
            lowerStyle: "boxed" | "plain" | "line";
            lowerStart: number;
            lowerSeconds: number;
            localized: {
                [key: string]: {
                    [key: string]: {
                        text: string;
                        of: string | null;
                    };
                };
            };
            /** @enum {string} */
            transition: "cut" | "crossfade" | "dip";
            transitionSeconds: number;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            clipid: string;
            /** Format: uuid */
            projectId: string;
            /** @enum {string} */
            kind: "analysed" | "custom";
            position: number;
            title: string;
            transcription: string;
            videoLink: string | null;
            videoURL: string | null;
            videoId: string;
            startTime: number;
            endTime: number;
            duration: number;
            effectiveDuration: number;
            effectiveEstimated: boolean;
            narrated: boolean;
            fit: {
                applied: ("speed" | "tempo" | "extend" | "slow" | "freeze")[];
                speed: number;
                tempo: number;
                extend: number;
                slow: number;
                freeze: number;
            } | null;
            bars?: {
                left: number;
                top: number;
                right: number;
                bottom: number;
                shape: number;
            };
            edges?: {
                start: {
                    handleMs: number;
                    insideMs: number;
                    outsideMs: number;
                };
                end: {
                    handleMs: number;
                    insideMs: number;
                    outsideMs: number;
                };
            };
            /** @enum {string} */
            voice: "original" | "narrated" | "muted" | "silent";
            /** @enum {string} */
            voiceReason: "chosen" | "as_spoken" | "corrected" | "other_text" | "other_language" | "own_text" | "replaced" | "no_text" | "no_sound";
            /** @enum {string} */
            textSource: "original" | "written" | "translated" | "untranslated" | "outdated";
            textLanguage: string;
            spoken: {
                language: string;
                text: string;
                kept: {
                    before: string;
                    inside: string;
                    after: string;
                } | null;
            } | null;
            /** @enum {string} */
            media: "video" | "image" | "none";
            changed: boolean;
            path: string;
            boundaries: {
                /** @enum {string} */
                start: "start" | "end" | "sentence" | "pause" | "shot" | "length" | "edited";
                /** @enum {string} */
                end: "start" | "end" | "sentence" | "pause" | "shot" | "length" | "edited";
            };
            wordsKey: string | null;
            saysWords: boolean;
            tellsSpeakers: boolean;
            preview: {
                videoUrl: string | null;
                thumbnailUrl: string;
                peaksUrl: string | null;
                peaksPerSecond: number;
                storyboard: {
                    url: string;
                    columns: number;
                    rows: number;
                    intervalSeconds: number;
                } | null;
                duration: number;
            } | null;
            video: components["schemas"]["Video"];
            videoTitle: string;
            videoThumbnail: string;
            videoChannel: string;
        };
        Word: {
            text: string;
            start: number;
            end: number;
            confidence: number;
            speaker?: string;
            /** @constant */
            withheld?: true;
        };
        Project: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            /** @enum {string} */
            status: "draft" | "processing" | "failed" | "completed";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            thumbnail: string | null;
            finalVideoLink: string | null;
            films: components["schemas"]["Film"][];
            sections: components["schemas"]["Section"][];
            sourceCount: number;
            music: {
                title: string;
                credit: string;
                volume: number;
                fadeOut: number;
                start: number;
                ducked: boolean;
                fileName: string;
                duration: number;
                gainDb: number;
                url: string;
            } | null;
            filmChoices: {
                /** @enum {string} */
                captionStyle?: "lines" | "boxed" | "words";
                /** @enum {string} */
                captionPlace?: "top" | "middle" | "bottom";
                /** @enum {string} */
                captionSize?: "small" | "medium" | "large";
                /** @enum {string} */
                captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                /** @enum {string} */
                captionDesign?: "classic" | "outline" | "pill";
                /** @enum {string} */
                captionHighlight?: "none" | "word";
                /** @enum {string} */
                quality?: "720p" | "1080p" | "4k";
                /** @enum {string} */
                aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                /** @enum {string} */
                framing?: "blurred" | "fit" | "fill" | "follow";
                burnSubtitles?: boolean;
                /** @enum {string} */
                gender?: "male" | "female";
                speaker?: string | null;
                /** @enum {string} */
                credits?: "auto" | "on" | "off";
                endFades?: boolean;
                style?: ("plain" | "documentary" | "social" | "lecture" | "interview") | null;
            };
            notices: string[];
            draft: {
                sentence: string;
                reasons: {
                    title: string;
                    why: string;
                }[];
            } | null;
            failedVideos: {
                id: string;
                title: string;
                message: string;
                retryable: boolean;
            }[];
            history: {
                undo: string | null;
                redo: string | null;
            };
            proposals: {
                /** Format: uuid */
                id: string;
                title: string;
                changes: number;
            }[];
            processing: components["schemas"]["Run"] | null;
            generation: components["schemas"]["Run"] | null;
            publishing: components["schemas"]["Run"] | null;
            publications: {
                /** Format: uuid */
                runId: string;
                /** @enum {string} */
                language: "en" | "bn" | "hi";
                title: string;
                /** @enum {string} */
                privacy: "private" | "unlisted" | "public";
                publishAt: string | null;
                url: string;
                /** Format: date-time */
                publishedAt: string;
                isNewest: boolean;
            }[];
            translation: components["schemas"]["Run"] | null;
            hearing: components["schemas"]["Run"] | null;
            preparations: components["schemas"]["Run"][];
        };
        ProjectSummary: {
            /** Format: uuid */
            id: string;
            title: string;
            description: string;
            /** @enum {string} */
            status: "draft" | "processing" | "failed" | "completed";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            thumbnail: string | null;
            finalVideoLink: string | null;
            duration: number;
            sectionCount: number;
            run: components["schemas"]["Run"] | null;
            clips: {
                title: string;
                startTime: number;
                endTime: number;
            }[];
            films: {
                /** @enum {string} */
                language: "en" | "bn" | "hi";
                shareUrl: string | null;
                watchUrl: string | null;
            }[];
        };
        Film: {
            /** @enum {string} */
            language: "en" | "bn" | "hi";
            /** @enum {string} */
            quality: "720p" | "1080p" | "4k";
            duration: number;
            bytes: number;
            width: number;
            height: number;
            /** @enum {string} */
            aspect: "16:9" | "9:16" | "1:1" | "4:5";
            /** @enum {string} */
            framing: "blurred" | "fit" | "fill" | "follow";
            burnedSubtitles: boolean;
            /**
             * @default lines
             * @enum {string}
             */
            captionStyle: "lines" | "boxed" | "words";
            /**
             * @default bottom
             * @enum {string}
             */
            captionPlace: "top" | "middle" | "bottom";
            /**
             * @default medium
             * @enum {string}
             */
            captionSize: "small" | "medium" | "large";
            /**
             * @default white
             * @enum {string}
             */
            captionColor: "white" | "yellow" | "green" | "blue" | "pink";
            /**
             * @default classic
             * @enum {string}
             */
            captionDesign: "classic" | "outline" | "pill";
            /**
             * @default none
             * @enum {string}
             */
            captionHighlight: "none" | "word";
            /** @enum {string} */
            credits: "auto" | "on" | "off";
            endFades: boolean;
            gender: ("male" | "female") | null;
            speaker: string | null;
            subtitles: {
                vtt: string;
                srt: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            edited: boolean;
            finalVideoLink: string;
            poster: string | null;
            chapters: {
                title: string;
                start: number;
                /** Format: uuid */
                sectionId: string;
            }[];
            sourceCount: number;
            shareUrl: string | null;
            watchUrl: string | null;
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: ("read" | "edit" | "generate")[];
            creditBudget: number | null;
            creditsSpent: number;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
            app: {
                site: string | null;
            } | null;
        };
        Usage: {
            totalCredits: number;
            key: components["schemas"]["ApiKey"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readFootageUpload: {
        parameters: {
            query?: {
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        offset: number;
                        parts?: {
                            url: string;
                            start: number;
                            end: number;
                        }[];
                    };
                };
            };
        };
    };
    addFootage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        video: components["schemas"]["Video"];
                        known: boolean;
                    };
                };
            };
        };
    };
    applyFilmStyle: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    style: "plain" | "documentary" | "social" | "lecture" | "interview";
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    readFilmCheck: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["Run"] | null;
                        result: {
                            findings: ({
                                /** @enum {string} */
                                kind: "black";
                                /** @enum {string} */
                                severity: "fault";
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "frozen";
                                /** @enum {string} */
                                severity: "hint" | "fault";
                                forNarration: boolean;
                                /** @default false */
                                videoMoves: boolean;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "silent";
                                /** @enum {string} */
                                severity: "fault";
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "wrong-length";
                                /** @enum {string} */
                                severity: "fault";
                                plannedMs: number;
                                actualMs: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "out-of-sync";
                                /** @enum {string} */
                                severity: "fault";
                                shiftMs: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "loudness";
                                /** @enum {string} */
                                severity: "fault";
                                lufs: number;
                                wantedLufs: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "noise";
                                /** @enum {string} */
                                severity: "hint";
                                floorLufs: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "peak";
                                /** @enum {string} */
                                severity: "fault";
                                truePeakDb: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "clipped-word";
                                /** @enum {string} */
                                severity: "fault";
                                word: string;
                                /** @enum {string} */
                                edge: "start" | "end";
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "reading-speed";
                                /** @enum {string} */
                                severity: "hint";
                                perSecond: number;
                                readable: number;
                                captions: number;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "missing-glyphs";
                                /** @enum {string} */
                                severity: "fault";
                                characters: string;
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "misheard";
                                /** @enum {string} */
                                severity: "hint";
                                share: number;
                                words: string[];
                                startMs: number;
                                endMs: number;
                                sectionId: string | null;
                            })[];
                            more: number;
                            /** @enum {string} */
                            narrations: "heard" | "unheard" | "none";
                        } | null;
                    };
                };
            };
        };
    };
    checkFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    chooseForFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    captionStyle?: "lines" | "boxed" | "words";
                    /** @enum {string} */
                    captionPlace?: "top" | "middle" | "bottom";
                    /** @enum {string} */
                    captionSize?: "small" | "medium" | "large";
                    /** @enum {string} */
                    captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                    /** @enum {string} */
                    captionDesign?: "classic" | "outline" | "pill";
                    /** @enum {string} */
                    captionHighlight?: "none" | "word";
                    /** @enum {string} */
                    quality?: "720p" | "1080p" | "4k";
                    /** @enum {string} */
                    aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                    /** @enum {string} */
                    framing?: "blurred" | "fit" | "fill" | "follow";
                    burnSubtitles?: boolean;
                    /** @enum {string} */
                    gender?: "male" | "female";
                    speaker?: string | null;
                    /** @enum {string} */
                    credits?: "auto" | "on" | "off";
                    endFades?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compareSections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        repeats: {
                            /** Format: uuid */
                            sectionId: string;
                            /** Format: uuid */
                            otherId: string;
                            /** @enum {string} */
                            by: "words" | "picture";
                        }[];
                        relevance: {
                            /** Format: uuid */
                            sectionId: string;
                            score: number;
                        }[];
                    };
                };
            };
        };
    };
    compareVersion: {
        parameters: {
            query?: {
                with?: string;
                language?: "en" | "bn" | "hi";
                quality?: "720p" | "1080p" | "4k";
                aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                framing?: "blurred" | "fit" | "fill" | "follow";
                burnSubtitles?: string;
                captionStyle?: "lines" | "boxed" | "words";
                captionPlace?: "top" | "middle" | "bottom";
                captionSize?: "small" | "medium" | "large";
                captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                captionDesign?: "classic" | "outline" | "pill";
                captionHighlight?: "none" | "word";
                gender?: "male" | "female";
                speaker?: string;
                credits?: "auto" | "on" | "off";
                endFades?: string;
            };
            header?: never;
            path: {
                id: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        film: {
                            /** @enum {string} */
                            field: "language" | "quality" | "aspect" | "framing" | "burnSubtitles" | "captionStyle" | "captionPlace" | "captionSize" | "captionColor" | "captionHighlight" | "gender" | "speaker" | "credits" | "endFades" | "music" | "musicVolume" | "musicFadeOut" | "musicStart" | "musicDucked" | "musicCredit";
                            from: string | number | boolean | null | {
                                start: number;
                                end: number;
                            } | {
                                startMs: number;
                                endMs: number;
                            }[] | {
                                atMs: number;
                                crop: number;
                            }[] | {
                                [key: string]: {
                                    [key: string]: {
                                        text: string;
                                        of: string | null;
                                    };
                                };
                            };
                            to: string | number | boolean | null | {
                                start: number;
                                end: number;
                            } | {
                                startMs: number;
                                endMs: number;
                            }[] | {
                                atMs: number;
                                crop: number;
                            }[] | {
                                [key: string]: {
                                    [key: string]: {
                                        text: string;
                                        of: string | null;
                                    };
                                };
                            };
                        }[];
                        musicLost: boolean;
                        sections: {
                            /** Format: uuid */
                            sectionId: string;
                            title: string;
                            from: number | null;
                            to: number | null;
                            moved: boolean;
                            fields: {
                                /** @enum {string} */
                                field: "title" | "text" | "range" | "media" | "sound" | "volume" | "fadeIn" | "fadeOut" | "speed" | "speaker" | "framing" | "crop" | "shotCrops" | "zoom" | "background" | "cardPlace" | "cardStyle" | "cardFrame" | "cardSubtitle" | "titled" | "cuts" | "captions" | "lowerName" | "lowerDetail" | "lowerStyle" | "lowerStart" | "lowerSeconds" | "localized" | "transition" | "transitionSeconds" | "heard";
                                language?: string;
                                from: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                                to: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                            }[];
                            lost: ("video" | "upload") | null;
                        }[];
                        sectionIds: string[];
                    };
                };
            };
        };
    };
    confirmSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmWord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    start: number;
                    text: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sections: number;
                    };
                };
            };
        };
    };
    copySections: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionIds: string[];
                    /** Format: uuid */
                    projectId: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        copied: number;
                    };
                };
            };
        };
    };
    createSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default  */
                    transcription?: string;
                    videoURL?: string | null;
                    afterId?: string | null;
                    /**
                     * @default end
                     * @enum {string}
                     */
                    place?: "start" | "end";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"];
                };
            };
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"];
                };
            };
        };
    };
    cutSections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sections: {
                        /** Format: uuid */
                        sectionId: string;
                        cuts: {
                            startMs: number;
                            endMs: number;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteFootage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readProject: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    draft?: null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteSections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    duplicateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        projectId: string;
                    };
                };
            };
        };
    };
    duplicateSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"][];
                };
            };
        };
    };
    exportFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
                quality?: "720p" | "1080p" | "4k";
                aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                framing?: "blurred" | "fit" | "fill" | "follow";
                captionStyle?: "lines" | "boxed" | "words";
                captionPlace?: "top" | "middle" | "bottom";
                captionSize?: "small" | "medium" | "large";
                captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                captionDesign?: "classic" | "outline" | "pill";
                captionHighlight?: "none" | "word";
                gender?: "male" | "female";
                speaker?: string;
                credits?: "auto" | "on" | "off";
            };
            header?: never;
            path: {
                id: string;
                format: "otio" | "fcpxml" | "edl" | "srt" | "vtt" | "txt" | "csv" | "media";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/xml": string;
                    "application/x-subrip": string;
                    "text/csv": string;
                    "text/plain": string;
                    "text/vtt": string;
                };
            };
        };
    };
    extractVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"];
                };
            };
        };
    };
    fetchMusic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    source: string;
                    id: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readSubjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        installed: boolean;
                        videos: {
                            sectionIds: string[];
                            durationMs: number;
                            shotsMs: number[];
                            picture: {
                                width: number;
                                height: number;
                            };
                            samples: {
                                atMs: number;
                                faces: {
                                    x: number;
                                    y: number;
                                    width: number;
                                    height: number;
                                }[];
                            }[] | null;
                        }[];
                    };
                };
            };
        };
    };
    findSubjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: string | null;
                    };
                };
            };
        };
    };
    generateFilm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    project_title?: string;
                    videos?: {
                        /** Format: uuid */
                        clipid: string;
                        transcription?: string;
                        meantime?: string;
                        clip_max_time?: string;
                        path?: string | null;
                        voice_id?: string;
                        xi_voice_id?: string;
                        /**
                         * @default male
                         * @enum {string}
                         */
                        gender?: "male" | "female";
                    }[];
                    /** @enum {string} */
                    language?: "en" | "bn" | "hi";
                    /** @enum {string} */
                    quality?: "720p" | "1080p" | "4k";
                    /**
                     * @default 16:9
                     * @enum {string}
                     */
                    aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                    /**
                     * @default blurred
                     * @enum {string}
                     */
                    framing?: "blurred" | "fit" | "fill" | "follow";
                    /** @default false */
                    burnSubtitles?: boolean;
                    /**
                     * @default lines
                     * @enum {string}
                     */
                    captionStyle?: "lines" | "boxed" | "words";
                    /**
                     * @default bottom
                     * @enum {string}
                     */
                    captionPlace?: "top" | "middle" | "bottom";
                    /**
                     * @default medium
                     * @enum {string}
                     */
                    captionSize?: "small" | "medium" | "large";
                    /**
                     * @default white
                     * @enum {string}
                     */
                    captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                    /**
                     * @default classic
                     * @enum {string}
                     */
                    captionDesign?: "classic" | "outline" | "pill";
                    /**
                     * @default none
                     * @enum {string}
                     */
                    captionHighlight?: "none" | "word";
                    /** @enum {string} */
                    credits?: "auto" | "on" | "off";
                    endFades?: boolean;
                    /** @default false */
                    isview?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        finalVideoLink: string | null;
                        runId: string | null;
                    };
                };
            };
        };
    };
    hearAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    spoken: "auto" | "en" | "hi" | "bn";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    importSubtitles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: byte */
                    file: string;
                    /** @enum {string} */
                    language?: "en" | "bn" | "hi";
                    /**
                     * @default video
                     * @enum {string}
                     */
                    scope?: "video" | "section";
                    /** @default false */
                    translation?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sections: number;
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        outside: number;
                        unreadable: number;
                    };
                };
            };
        };
    };
    listDeletedProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        /** Format: date-time */
                        deletedAt: string;
                    }[];
                };
            };
        };
    };
    listDeletedSections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        duration: number;
                        /** Format: date-time */
                        deletedAt: string;
                    }[];
                };
            };
        };
    };
    listFootage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            video: components["schemas"]["Video"];
                            bytes: number;
                            projects: number;
                        }[];
                        usedBytes: number;
                        mostBytes: number;
                    };
                };
            };
        };
    };
    sendFootage: {
        parameters: {
            query: {
                uploadId: string;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        video: components["schemas"]["Video"];
                        known: boolean;
                    };
                };
            };
        };
    };
    listProjects: {
        parameters: {
            query?: {
                search?: string;
                sort?: "newest" | "oldest" | "title" | "duration";
                filter?: "all" | "completed" | "processing" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSummary"][];
                };
            };
        };
    };
    listProposals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        changes: number;
                        /** @enum {string} */
                        status: "pending" | "accepted" | "declined";
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        /** Format: date-time */
                        createdAt: string;
                        decidedAt: string | null;
                        keyName: string | null;
                        /** @default false */
                        byApp: boolean;
                        cost: {
                            credits: number;
                            sections: number;
                            toRender: number;
                            secondsBefore: number;
                            seconds: number;
                        };
                    }[];
                };
            };
        };
    };
    proposeEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @enum {string} */
                    language?: "en" | "bn" | "hi";
                    /** @default [] */
                    edits?: {
                        /** Format: uuid */
                        sectionId: string;
                        title?: string;
                        transcription?: string;
                        startTime?: number;
                        endTime?: number;
                        cuts?: {
                            startMs: number;
                            endMs: number;
                        }[];
                        after?: string | null;
                        /** @enum {boolean} */
                        delete?: true;
                    }[];
                    /** @default [] */
                    additions?: {
                        /** Format: uuid */
                        from?: string;
                        title?: string;
                        transcription?: string;
                        startTime?: number;
                        endTime?: number;
                        cuts?: {
                            startMs: number;
                            endMs: number;
                        }[];
                        after?: string | null;
                    }[];
                    projectTitle?: string;
                    options?: {
                        /** @enum {string} */
                        captionStyle?: "lines" | "boxed" | "words";
                        /** @enum {string} */
                        captionPlace?: "top" | "middle" | "bottom";
                        /** @enum {string} */
                        captionSize?: "small" | "medium" | "large";
                        /** @enum {string} */
                        captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                        /** @enum {string} */
                        captionHighlight?: "none" | "word";
                        /** @enum {string} */
                        quality?: "720p" | "1080p" | "4k";
                        /** @enum {string} */
                        aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                        /** @enum {string} */
                        framing?: "blurred" | "fit" | "fill" | "follow";
                        burnSubtitles?: boolean;
                        /** @enum {string} */
                        gender?: "male" | "female";
                        speaker?: string | null;
                        /** @enum {string} */
                        credits?: "auto" | "on" | "off";
                        endFades?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        changes: number;
                        /** @enum {string} */
                        status: "pending" | "accepted" | "declined";
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        /** Format: date-time */
                        createdAt: string;
                        decidedAt: string | null;
                        keyName: string | null;
                        /** @default false */
                        byApp: boolean;
                        cost: {
                            credits: number;
                            sections: number;
                            toRender: number;
                            secondsBefore: number;
                            seconds: number;
                        };
                        sections: {
                            /** Format: uuid */
                            sectionId: string;
                            title: string;
                            from: number | null;
                            to: number | null;
                            moved: boolean;
                            fields: {
                                /** @enum {string} */
                                field: "title" | "text" | "range" | "media" | "sound" | "volume" | "fadeIn" | "fadeOut" | "speed" | "speaker" | "framing" | "crop" | "shotCrops" | "zoom" | "background" | "cardPlace" | "cardStyle" | "cardFrame" | "cardSubtitle" | "titled" | "cuts" | "captions" | "lowerName" | "lowerDetail" | "lowerStyle" | "lowerStart" | "lowerSeconds" | "localized" | "transition" | "transitionSeconds" | "heard";
                                language?: string;
                                from: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                                to: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                            }[];
                            shows: string | null;
                            /** @enum {string} */
                            state: "open" | "stale" | "accepted" | "declined";
                        }[];
                        /** @default null */
                        film: {
                            fields: {
                                /** @enum {string} */
                                field: "projectTitle" | "language" | "quality" | "aspect" | "framing" | "burnSubtitles" | "captionStyle" | "captionPlace" | "captionSize" | "captionColor" | "captionHighlight" | "gender" | "speaker" | "credits" | "endFades";
                                from: string | boolean | null;
                                to: string | boolean | null;
                            }[];
                            /** @enum {string} */
                            state: "open" | "stale" | "accepted" | "declined";
                        } | null;
                    };
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        watchUrl: string;
                        url: string;
                        /** Format: uuid */
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        expiresAt: string | null;
                        hasPassword: boolean;
                        downloads: boolean;
                        embedOrigins: string[];
                        embed: {
                            url: string;
                            width: number;
                            height: number;
                        };
                    }[];
                };
            };
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        /** @enum {string} */
                        quality: "720p" | "1080p" | "4k";
                        /**
                         * @default 16:9
                         * @enum {string}
                         */
                        aspect: "16:9" | "9:16" | "1:1" | "4:5";
                        /**
                         * @default fit
                         * @enum {string}
                         */
                        framing: "blurred" | "fit" | "fill" | "follow";
                        /** @default false */
                        burnSubtitles: boolean;
                        /** @enum {string} */
                        captionStyle?: "lines" | "boxed" | "words";
                        /** @enum {string} */
                        captionPlace?: "top" | "middle" | "bottom";
                        /** @enum {string} */
                        captionSize?: "small" | "medium" | "large";
                        /** @enum {string} */
                        captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                        /** @enum {string} */
                        captionDesign?: "classic" | "outline" | "pill";
                        /** @enum {string} */
                        captionHighlight?: "none" | "word";
                        /** @default null */
                        gender: ("male" | "female") | null;
                        /** @default null */
                        speaker: string | null;
                        /** @enum {string} */
                        credits?: "auto" | "on" | "off";
                        endFades?: boolean;
                        id: string | null;
                        number: number | null;
                        /** Format: date-time */
                        madeAt: string;
                        duration: number;
                        sections: number;
                        isShown: boolean;
                        file: {
                            video: string;
                            subtitles: string | null;
                        } | null;
                    }[];
                };
            };
        };
    };
    listVoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        languages: ("en" | "bn" | "hi")[];
                        /** @enum {string} */
                        gender: "male" | "female";
                        engine: string;
                        licence: string;
                        pace: {
                            [key: string]: number;
                        };
                    }[];
                };
            };
        };
    };
    listenToSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    language?: "en" | "bn" | "hi";
                    /**
                     * @default male
                     * @enum {string}
                     */
                    gender?: "male" | "female";
                    speaker?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                        runId: string | null;
                    };
                };
            };
        };
    };
    listenToVoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    language?: "en" | "bn" | "hi";
                    /**
                     * @default male
                     * @enum {string}
                     */
                    gender?: "male" | "female";
                    speaker?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                        runId: string | null;
                    };
                };
            };
        };
    };
    makePreviews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
                quality?: "720p" | "1080p" | "4k";
                aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                framing?: "blurred" | "fit" | "fill" | "follow";
                burnSubtitles?: string;
                captionStyle?: "lines" | "boxed" | "words";
                captionPlace?: "top" | "middle" | "bottom";
                captionSize?: "small" | "medium" | "large";
                captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                captionDesign?: "classic" | "outline" | "pill";
                captionHighlight?: "none" | "word";
                gender?: "male" | "female";
                speaker?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        parts: {
                            /** Format: uuid */
                            sectionId: string;
                            gainDb: number;
                            narration: {
                                url: string | null;
                                tempo: number;
                                underDb: number;
                                spoken: {
                                    startMs: number;
                                    endMs: number;
                                }[];
                            } | null;
                            cues: {
                                startMs: number;
                                endMs: number;
                                lines: string[];
                                words: {
                                    startMs: number;
                                    endMs: number;
                                }[];
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    processVideos: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    videoIds: string[];
                    projectTitle: string;
                    words?: string;
                    links?: {
                        /** Format: starts_with */
                        id: string & (unknown & unknown);
                        url: string;
                    }[];
                    spoken?: {
                        [key: string]: "auto" | "en" | "hi" | "bn";
                    };
                    draft?: {
                        words?: string;
                        /** @enum {unknown} */
                        minutes: 1 | 2 | 5 | "all";
                    };
                    film?: {
                        /** @enum {string} */
                        language?: "en" | "bn" | "hi";
                        /**
                         * @default interview
                         * @enum {string}
                         */
                        style?: "plain" | "documentary" | "social" | "lecture" | "interview";
                        /** @default true */
                        captions?: boolean;
                        /** @enum {string} */
                        music?: "calm" | "happy" | "sad" | "energetic" | "dramatic" | "dreamy" | "dark" | "romantic";
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        projectId: string;
                        /** Format: uuid */
                        runId: string;
                    };
                };
            };
        };
    };
    proposePublishing: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string;
                        description: string;
                        containsSyntheticMedia: boolean;
                    };
                };
            };
        };
    };
    publishFilm: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    /**
                     * @default private
                     * @enum {string}
                     */
                    privacy?: "private" | "unlisted" | "public";
                    /** Format: date-time */
                    publishAt?: string;
                    tags?: string[];
                    containsSyntheticMedia?: boolean;
                    /**
                     * @default en
                     * @enum {string}
                     */
                    language?: "en" | "bn" | "hi";
                    /** @default false */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    readChannelUpload: {
        parameters: {
            query?: {
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        offset: number;
                        parts?: {
                            url: string;
                            start: number;
                            end: number;
                        }[];
                    };
                };
            };
        };
    };
    readClips: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
                force_refresh?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clip"][];
                };
            };
        };
    };
    readConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        mode: "local" | "production";
                        sources: {
                            id: string;
                            name: string;
                            available: boolean;
                            standIn: boolean;
                        }[];
                        topics: string[];
                        languages: {
                            /** @enum {string} */
                            code: "en" | "bn" | "hi";
                            name: string;
                        }[];
                        qualities: ("720p" | "1080p" | "4k")[];
                        engines: {
                            transcriber: string;
                            voice: string;
                            translator: string;
                            titles: string;
                        };
                        payment: {
                            standIn: boolean;
                        } | null;
                        channel: {
                            available: boolean;
                            standIn: boolean;
                        };
                        signIn: {
                            providers: {
                                /** @enum {string} */
                                id: "google" | "oidc" | "oidc2" | "oidc3";
                                name: string;
                            }[];
                            email: boolean;
                        };
                        standIns: string[];
                        warnings: string[];
                        welcomeCredits: number;
                        footer: {
                            terms: string | null;
                            privacy: string | null;
                            contact: string | null;
                        };
                        links: {
                            pages: string | null;
                            runtime: string | null;
                            examples: string | null;
                        };
                        limits: {
                            maxVideos: number;
                            maxTotalSeconds: number;
                            channelUploadBytes: number;
                            footageBytes: number;
                        };
                    };
                };
            };
        };
    };
    readGenerationPlan: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
                quality?: "720p" | "1080p" | "4k";
                aspect?: "16:9" | "9:16" | "1:1" | "4:5";
                framing?: "blurred" | "fit" | "fill" | "follow";
                burnSubtitles?: string;
                captionStyle?: "lines" | "boxed" | "words";
                captionPlace?: "top" | "middle" | "bottom";
                captionSize?: "small" | "medium" | "large";
                captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                captionDesign?: "classic" | "outline" | "pill";
                captionHighlight?: "none" | "word";
                gender?: "male" | "female";
                speaker?: string;
                credits?: "auto" | "on" | "off";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sections: number;
                        toRender: number;
                        transitions: number;
                        transitionsToRender: number;
                        untranslated: number;
                        untranslatedTitles: number;
                        readAsWritten: number;
                        undrawable?: string;
                    };
                };
            };
        };
    };
    readGenerationStatus: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "processing" | "completed" | "failed";
                        percentage: number;
                        stage: string;
                        message: string;
                        finalVideoLink: string | null;
                    };
                };
            };
        };
    };
    readModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        offered: boolean;
                        models: {
                            id: string;
                            title: string;
                            /** @enum {string} */
                            engine: "speech-recognition" | "spoken-language" | "speakers" | "translation" | "voice" | "faces";
                            installed: boolean;
                            bytes: number;
                            pinned: boolean;
                            licence: {
                                name: string;
                                url: string;
                                attribution?: string;
                                /** @enum {boolean} */
                                accept?: true;
                            };
                        }[];
                        sets: {
                            /** @enum {string} */
                            language: "en" | "bn" | "hi";
                            models: string[];
                        }[];
                        extras: string[];
                        download: {
                            models: string[];
                            /** @enum {string} */
                            state: "downloading" | "paused" | "failed";
                            receivedBytes: number;
                            totalBytes: number;
                            bytesPerSecond: number | null;
                            secondsLeft: number | null;
                            message: string | null;
                        } | null;
                    };
                };
            };
        };
    };
    readProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        percentage: number;
                        stage: string;
                        completed: boolean;
                        message: string;
                    };
                };
            };
        };
    };
    readProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        title: string;
                        changes: number;
                        /** @enum {string} */
                        status: "pending" | "accepted" | "declined";
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        /** Format: date-time */
                        createdAt: string;
                        decidedAt: string | null;
                        keyName: string | null;
                        /** @default false */
                        byApp: boolean;
                        cost: {
                            credits: number;
                            sections: number;
                            toRender: number;
                            secondsBefore: number;
                            seconds: number;
                        };
                        sections: {
                            /** Format: uuid */
                            sectionId: string;
                            title: string;
                            from: number | null;
                            to: number | null;
                            moved: boolean;
                            fields: {
                                /** @enum {string} */
                                field: "title" | "text" | "range" | "media" | "sound" | "volume" | "fadeIn" | "fadeOut" | "speed" | "speaker" | "framing" | "crop" | "shotCrops" | "zoom" | "background" | "cardPlace" | "cardStyle" | "cardFrame" | "cardSubtitle" | "titled" | "cuts" | "captions" | "lowerName" | "lowerDetail" | "lowerStyle" | "lowerStart" | "lowerSeconds" | "localized" | "transition" | "transitionSeconds" | "heard";
                                language?: string;
                                from: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                                to: string | number | boolean | null | {
                                    start: number;
                                    end: number;
                                } | {
                                    startMs: number;
                                    endMs: number;
                                }[] | {
                                    atMs: number;
                                    crop: number;
                                }[] | {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: string | null;
                                        };
                                    };
                                };
                            }[];
                            shows: string | null;
                            /** @enum {string} */
                            state: "open" | "stale" | "accepted" | "declined";
                        }[];
                        /** @default null */
                        film: {
                            fields: {
                                /** @enum {string} */
                                field: "projectTitle" | "language" | "quality" | "aspect" | "framing" | "burnSubtitles" | "captionStyle" | "captionPlace" | "captionSize" | "captionColor" | "captionHighlight" | "gender" | "speaker" | "credits" | "endFades";
                                from: string | boolean | null;
                                to: string | boolean | null;
                            }[];
                            /** @enum {string} */
                            state: "open" | "stale" | "accepted" | "declined";
                        } | null;
                    };
                };
            };
        };
    };
    readRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    readSoundLink: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        soundLink: string;
                    };
                };
            };
        };
    };
    readUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    readVideoLink: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        finalVideoLink: string;
                    };
                };
            };
        };
    };
    readWords: {
        parameters: {
            query?: {
                key?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        words: components["schemas"]["Word"][];
                        cutWords: components["schemas"]["Word"][];
                        heard: components["schemas"]["Word"][];
                        silences?: {
                            startMs: number;
                            endMs: number;
                        }[];
                    };
                };
            };
        };
    };
    redoEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        undo: string | null;
                        redo: string | null;
                        done: string;
                    };
                };
            };
        };
    };
    removeMusic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setMusic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    credit?: string;
                    volume?: number;
                    fadeOut?: number;
                    start?: number;
                    ducked?: boolean;
                    objectPath?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameSpeaker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    speaker: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sections: number;
                    };
                };
            };
        };
    };
    reorderSections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    replaceText: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    find: string;
                    /** @default false */
                    matchCase?: boolean;
                    /** @default false */
                    wholeWords?: boolean;
                    replacement: string;
                    only?: {
                        /** Format: uuid */
                        sectionId: string;
                        /** @enum {string} */
                        in: "title" | "text";
                        at: number;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replaced: number;
                        sections: number;
                    };
                };
            };
        };
    };
    requestSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requestUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    projectId: string;
                    fileName: string;
                    size?: number;
                    contentType?: string;
                    objectPath?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        objectPath: string;
                        uploadURL: string;
                        offset?: number;
                        parts?: {
                            url: string;
                            start: number;
                            end: number;
                        }[];
                    };
                };
            };
        };
    };
    requestVideoUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    purpose: "footage" | "channel";
                    /** Format: uuid */
                    uploadId: string;
                    fileName: string;
                    size: number;
                    contentType?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        objectPath: string;
                        uploadURL: string;
                        offset?: number;
                        parts?: {
                            url: string;
                            start: number;
                            end: number;
                        }[];
                    };
                };
            };
        };
    };
    resetSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"][];
                };
            };
        };
    };
    resetSections: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"][];
                };
            };
        };
    };
    restoreProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"];
                };
            };
        };
    };
    restoreVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sectionIds: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changed: boolean;
                        options: {
                            /** @enum {string} */
                            language: "en" | "bn" | "hi";
                            /** @enum {string} */
                            quality: "720p" | "1080p" | "4k";
                            /**
                             * @default 16:9
                             * @enum {string}
                             */
                            aspect: "16:9" | "9:16" | "1:1" | "4:5";
                            /**
                             * @default fit
                             * @enum {string}
                             */
                            framing: "blurred" | "fit" | "fill" | "follow";
                            /** @default false */
                            burnSubtitles: boolean;
                            /** @enum {string} */
                            captionStyle?: "lines" | "boxed" | "words";
                            /** @enum {string} */
                            captionPlace?: "top" | "middle" | "bottom";
                            /** @enum {string} */
                            captionSize?: "small" | "medium" | "large";
                            /** @enum {string} */
                            captionColor?: "white" | "yellow" | "green" | "blue" | "pink";
                            /** @enum {string} */
                            captionDesign?: "classic" | "outline" | "pill";
                            /** @enum {string} */
                            captionHighlight?: "none" | "word";
                            /** @default null */
                            gender: ("male" | "female") | null;
                            /** @default null */
                            speaker: string | null;
                            /** @enum {string} */
                            credits?: "auto" | "on" | "off";
                            endFades?: boolean;
                        };
                        lost: {
                            title: string;
                            /** @enum {string} */
                            reason: "video" | "upload" | "music";
                            stays: boolean;
                        }[];
                        history: {
                            undo: string | null;
                            redo: string | null;
                        };
                    };
                };
            };
        };
    };
    retryRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    retryVideos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    searchMusic: {
        parameters: {
            query?: {
                query?: string;
                mood?: "calm" | "happy" | "sad" | "energetic" | "dramatic" | "dreamy" | "dark" | "romantic";
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tracks: {
                            source: string;
                            id: string;
                            title: string;
                            artist: string;
                            license: {
                                name: string;
                                url: string;
                                terms: "sharealike"[];
                            };
                            duration: number;
                            sourceName: string;
                            page: string;
                            listenUrl: string;
                        }[];
                        more: boolean;
                        errors: {
                            source: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    searchVideos: {
        parameters: {
            query: {
                query: string;
                page?: number;
                limit?: number;
                duration?: "short" | "medium" | "long";
                source?: string;
                license?: "reusable" | "credit";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"][];
                };
            };
        };
    };
    setPoster: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    at: number | null;
                } | {
                    image: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        poster: string | null;
                    };
                };
            };
        };
    };
    setTransitions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    transition: "cut" | "crossfade" | "dip";
                    transitionSeconds: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    shareFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expiresAt?: string | null;
                    password?: string | null;
                    downloads?: boolean;
                    embedOrigins?: string[];
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        watchUrl: string;
                        url: string;
                        /** Format: uuid */
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        expiresAt: string | null;
                        hasPassword: boolean;
                        downloads: boolean;
                        embedOrigins: string[];
                        embed: {
                            url: string;
                            width: number;
                            height: number;
                        };
                    };
                };
            };
        };
    };
    unshareFilm: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateShare: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    expiresAt?: string | null;
                    password?: string | null;
                    downloads?: boolean;
                    embedOrigins?: string[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        watchUrl: string;
                        url: string;
                        /** Format: uuid */
                        projectId: string;
                        title: string;
                        /** @enum {string} */
                        language: "en" | "bn" | "hi";
                        expiresAt: string | null;
                        hasPassword: boolean;
                        downloads: boolean;
                        embedOrigins: string[];
                        embed: {
                            url: string;
                            width: number;
                            height: number;
                        };
                    };
                };
            };
        };
    };
    splitSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    at: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"][];
                };
            };
        };
    };
    translateTexts: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
        };
    };
    undoEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        undo: string | null;
                        redo: string | null;
                        done: string;
                    };
                };
            };
        };
    };
    updateSection: {
        parameters: {
            query?: {
                language?: "en" | "bn" | "hi";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    sound?: "auto" | "original" | "narrated" | "muted";
                    volume?: number;
                    fadeIn?: number;
                    fadeOut?: number;
                    speed?: number;
                    speaker?: string | null;
                    framing?: ("blurred" | "fit" | "fill" | "follow") | null;
                    crop?: number;
                    shotCrops?: {
                        atMs: number;
                        crop: number;
                    }[];
                    /** @enum {string} */
                    zoom?: "none" | "in" | "out";
                    /** @enum {string} */
                    background?: "dark" | "black" | "blue" | "teal" | "green" | "brown" | "red" | "purple";
                    /** @enum {string} */
                    cardPlace?: "top" | "middle" | "bottom";
                    /** @enum {string} */
                    cardStyle?: "plain" | "large" | "line";
                    /** @enum {string} */
                    cardFrame?: "none" | "before" | "after";
                    cardSubtitle?: string;
                    titled?: boolean;
                    cuts?: {
                        startMs: number;
                        endMs: number;
                    }[];
                    captions?: boolean;
                    lowerName?: string;
                    lowerDetail?: string;
                    /** @enum {string} */
                    lowerStyle?: "boxed" | "plain" | "line";
                    lowerStart?: number;
                    lowerSeconds?: number;
                    localized?: {
                        [key: string]: {
                            [key: string]: {
                                text: string;
                                of: string | null;
                            };
                        };
                    };
                    /** @enum {string} */
                    transition?: "cut" | "crossfade" | "dip";
                    transitionSeconds?: number;
                    transcription?: string;
                    videoURL?: string;
                    title?: string;
                    startTime?: number;
                    endTime?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Section"];
                };
            };
        };
    };
    uploadToChannel: {
        parameters: {
            query?: {
                uploadId?: string;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Video"];
                };
            };
        };
    };
}
